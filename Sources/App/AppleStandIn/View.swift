// Declares, in our own words, the part of SwiftUI, WebKit and UIKit that AtollUI and Lagoon's views use, so that they
// are type-checked and tested on machines without them. It follows the public interfaces of iOS 17 as the Swift 6 SDK
// annotates them. What a view shows and does is evaluated; nothing is laid out or drawn. Where it is stricter than the
// real one (more is on the main actor), what compiles here compiles there.
@_exported import Foundation
@_exported import Observation

#if canImport(FoundationNetworking)
@_exported import FoundationNetworking
#endif

@MainActor public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError("A view that is evaluated directly has no body.") }
}

/// A view that says itself what it shows.
@MainActor protocol Primitive: View where Body == Never {
    func elements(in context: Context) -> [Element]
}

extension Primitive {
    public var body: Never { fatalError("\(Self.self) has no body.") }
}

public struct EmptyView: Primitive {
    public init() {}
    func elements(in context: Context) -> [Element] { [] }
}

/// Two views, one after the other: how a builder joins them.
public struct PairView<First: View, Second: View>: Primitive {
    let first: First
    let second: Second

    func elements(in context: Context) -> [Element] {
        first.elements(context.child("0")) + second.elements(context.child("1"))
    }
}

/// One of two.
public enum EitherView<First: View, Second: View>: Primitive {
    case first(First), second(Second)

    func elements(in context: Context) -> [Element] {
        switch self {
        case .first(let view): view.elements(context.child("if"))
        case .second(let view): view.elements(context.child("else"))
        }
    }
}

extension Optional: View where Wrapped: View {
    public typealias Body = Never
    public var body: Never { fatalError("An optional view has no body.") }
}

extension Optional: Primitive where Wrapped: View {
    func elements(in context: Context) -> [Element] { self?.elements(context.child("some")) ?? [] }
}

@resultBuilder
@MainActor public struct ViewBuilder {
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildPartialBlock<Content: View>(first: Content) -> Content { first }
    public static func buildPartialBlock<First: View, Second: View>(
        accumulated: First, next: Second
    ) -> PairView<First, Second> { PairView(first: accumulated, second: next) }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(first: First) -> EitherView<First, Second> {
        .first(first)
    }
    public static func buildEither<First: View, Second: View>(second: Second) -> EitherView<First, Second> {
        .second(second)
    }
}

@MainActor public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = ModifierContent
    @ViewBuilder func body(content: Content) -> Body
}

/// The content of a modifier, as its body sees it.
public struct ModifierContent: Primitive {
    let show: (Context) -> [Element]
    func elements(in context: Context) -> [Element] { show(context) }
}

public struct ModifiedView<Content: View, Modifier: ViewModifier>: Primitive {
    let content: Content
    let modifier: Modifier

    func elements(in context: Context) -> [Element] {
        context.connect(modifier)
        let content = content
        let inner = ModifierContent { content.elements($0) }
        return modifier.body(content: inner).elements(context.child("\(Modifier.self)"))
    }
}

extension View {
    public func modifier<Modifier: ViewModifier>(_ modifier: Modifier) -> some View {
        ModifiedView(content: self, modifier: modifier)
    }
}

@MainActor public protocol PreviewProvider {
    associatedtype Previews: View
    @ViewBuilder static var previews: Previews { get }
}

/// Shows several views as one.
public struct Group<Content: View>: Primitive {
    let content: Content
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
    func elements(in context: Context) -> [Element] { content.elements(context) }
}
