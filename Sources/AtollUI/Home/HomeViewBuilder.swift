import AtollHome
import SwiftUI

/// Views for the modules of a home, in any order: what ``HomeViewBuilder`` makes of those that are tagged with `home(_:)`.
@MainActor
public protocol HomeViews<Module> {
    associatedtype Module: HomeModule
    associatedtype Shown: View
    /// The modules that there are views for.
    var modules: [Module] { get }
    /// The view for a module; nothing for one that there is none for.
    @ViewBuilder func view(for module: Module) -> Shown
}

/// A view that shows some modules.
public struct TaggedHomeView<Module: HomeModule, Content: View>: HomeViews {
    public let modules: [Module]
    let content: @MainActor (Module) -> Content

    public func view(for module: Module) -> some View { content(module) }
}

/// The views of two, one of which shows a module.
public struct HomeViewPair<First: HomeViews, Second: HomeViews>: HomeViews where First.Module == Second.Module {
    let first: First
    let second: Second

    public var modules: [First.Module] { first.modules + second.modules }

    @ViewBuilder
    public func view(for module: First.Module) -> some View {
        if first.modules.contains(module) { first.view(for: module) } else { second.view(for: module) }
    }
}

@resultBuilder
@MainActor
public enum HomeViewBuilder {
    public static func buildExpression<Views: HomeViews>(_ views: Views) -> Views { views }
    public static func buildPartialBlock<Views: HomeViews>(first: Views) -> Views { first }
    public static func buildPartialBlock<First: HomeViews, Second: HomeViews>(
        accumulated: First, next: Second
    ) -> HomeViewPair<First, Second> where First.Module == Second.Module {
        HomeViewPair(first: accumulated, second: next)
    }
}

extension View {
    /// Tags this view with the modules that it shows.
    public func home<Module: HomeModule>(_ modules: Module...) -> TaggedHomeView<Module, Self> {
        TaggedHomeView(modules: modules) { _ in self }
    }
}

/// A view for several modules, which learns which one it shows.
@MainActor
public func home<Module: HomeModule, Content: View>(
    _ modules: Module..., @ViewBuilder content: @escaping @MainActor (Module) -> Content
) -> TaggedHomeView<Module, Content> {
    TaggedHomeView(modules: modules, content: content)
}
