import AtollNavigation

/// A part of a route's address: a component, or a query item.
public struct LinkPiece<F: Fragment>: Sendable {
    enum Kind: Sendable {
        case literal(String)
        case component(LinkCapture<F>)
        case item(String, LinkCapture<F>, LinkNeed)
        case rest
    }

    let kind: Kind
}

/// A value that is read from an address.
struct LinkCapture<F: Fragment>: Sendable {
    /// What becomes of the value.
    enum Role: Sendable {
        /// The id of fragments on the path: of all the same.
        case id([LinkID<F>])
        case parameter(String)
    }

    let role: Role
    let format: LinkFormat

    init<Value: LinkValue>(id fragments: [@Sendable (Value) -> F]) {
        role = .id(fragments.map { LinkID($0) })
        format = LinkFormat(ofID: Value.self)
    }

    init<Value: LinkValue>(_ parameter: LinkParameter<Value>) {
        role = .parameter(parameter.name)
        format = LinkFormat(of: Value.self)
    }

    init(_ role: Role, _ format: LinkFormat) {
        self.role = role
        self.format = format
    }

    var name: String {
        switch role {
        case .id: "id"
        case .parameter(let name): name
        }
    }
}

/// How a fragment of a family and the text of its id are made of each other.
struct LinkID<F: Fragment>: Sendable {
    /// The fragment with this id; nil if the text is not a valid id.
    let fragment: @Sendable (String) -> F?
    /// The text of a fragment's id; nil for one of another case.
    let text: @Sendable (F) -> String?

    init<Value: LinkValue>(_ makeFragment: @escaping @Sendable (Value) -> F) {
        fragment = { Value(linkText: $0).map(makeFragment) }
        text = { $0.value(of: makeFragment)?.linkText }
    }

    init(fragment: @escaping @Sendable (String) -> F?, text: @escaping @Sendable (F) -> String?) {
        self.fragment = fragment
        self.text = text
    }
}

// MARK: What a route's builder says

/// A component that stands there as it is.
public func path<F: Fragment>(_ literal: String) -> LinkPiece<F> { LinkPiece(kind: .literal(literal)) }

/// A component that is the id of a fragment on the way, named by its case; or of several, which have the same.
///
/// ```swift
/// Route(.list => .product(.any) => .reviews(.any)) {
///     path("products")
///     path(Screen.product, Screen.reviews)
/// }
/// ```
public func path<F: Fragment, Value: LinkValue>(_ fragments: @Sendable (Value) -> F...) -> LinkPiece<F> {
    LinkPiece(kind: .component(LinkCapture(id: fragments)))
}

/// A component that is a parameter.
public func path<F: Fragment, Value: LinkValue>(_ parameter: LinkParameter<Value>) -> LinkPiece<F> {
    LinkPiece(kind: .component(LinkCapture(parameter)))
}

/// A query item that is the id of a fragment on the way, named by its case; or of several, which have the same.
public func query<F: Fragment, Value: LinkValue>(_ name: String, _ fragments: @Sendable (Value) -> F...) -> LinkPiece<F>
{
    LinkPiece(kind: .item(name, LinkCapture(id: fragments), .required))
}

/// A query item that must be there.
public func query<F: Fragment, Value: LinkValue>(_ parameter: LinkParameter<Value>) -> LinkPiece<F> {
    LinkPiece(kind: .item(parameter.name, LinkCapture(parameter), .required))
}

/// A query item that may be there.
public func query<F: Fragment, Value: LinkValue>(optional parameter: LinkParameter<Value>) -> LinkPiece<F> {
    LinkPiece(kind: .item(parameter.name, LinkCapture(parameter), .optional))
}

/// A query item that has this value where it is not there, and is not printed then.
public func query<F: Fragment, Value: LinkValue>(
    _ parameter: LinkParameter<Value>, default value: Value
) -> LinkPiece<F> {
    LinkPiece(kind: .item(parameter.name, LinkCapture(parameter), .defaulted(value.linkText)))
}

/// A query item that may be there any number of times.
public func query<F: Fragment, Value: LinkValue>(repeated parameter: LinkParameter<Value>) -> LinkPiece<F> {
    LinkPiece(kind: .item(parameter.name, LinkCapture(parameter), .repeated))
}

/// Whatever components follow: they are handed on.
public func rest<F: Fragment>() -> LinkPiece<F> { LinkPiece(kind: .rest) }

/// Gathers the pieces of a route.
@resultBuilder
public enum LinkPieceBuilder<F: Fragment> {
    public static func buildExpression(_ piece: LinkPiece<F>) -> [LinkPiece<F>] { [piece] }
    public static func buildPartialBlock(first: [LinkPiece<F>]) -> [LinkPiece<F>] { first }
    public static func buildPartialBlock(accumulated: [LinkPiece<F>], next: [LinkPiece<F>]) -> [LinkPiece<F>] {
        accumulated + next
    }
    public static func buildBlock() -> [LinkPiece<F>] { [] }
}
