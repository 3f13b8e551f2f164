import AtollNavigation

/// A part of a route's URL: a component, or a query item.
public struct LinkPiece<F: Fragment>: Sendable {
    enum Kind: Sendable {
        case literal(String)
        case component(LinkCapture<F>)
        case item(String, LinkCapture<F>, LinkNeed)
        case rest
    }

    let kind: Kind
}

// MARK: The pieces of a route

/// A literal component.
public func path<F: Fragment>(_ literal: String) -> LinkPiece<F> { LinkPiece(kind: .literal(literal)) }

/// A component that is the id of a fragment on the way, named by its case; or of several fragments with the same id.
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

/// A required query item that is the id of a fragment on the way, named by its case; or of several fragments with the
/// same id.
public func query<F: Fragment, Value: LinkValue>(_ name: String, _ fragments: @Sendable (Value) -> F...) -> LinkPiece<F>
{
    LinkPiece(kind: .item(name, LinkCapture(id: fragments), .required))
}

/// A required query item that is a parameter.
public func query<F: Fragment, Value: LinkValue>(_ parameter: LinkParameter<Value>) -> LinkPiece<F> {
    LinkPiece(kind: .item(parameter.name, LinkCapture(parameter), .required))
}

/// An optional query item that is a parameter.
public func query<F: Fragment, Value: LinkValue>(optional parameter: LinkParameter<Value>) -> LinkPiece<F> {
    LinkPiece(kind: .item(parameter.name, LinkCapture(parameter), .optional))
}

/// A query item that takes a default value if it is missing, and is not printed if it has that value.
public func query<F: Fragment, Value: LinkValue>(
    _ parameter: LinkParameter<Value>, default value: Value
) -> LinkPiece<F> {
    LinkPiece(kind: .item(parameter.name, LinkCapture(parameter), .defaulted(value.linkText)))
}

/// A query item that may appear any number of times.
public func query<F: Fragment, Value: LinkValue>(repeated parameter: LinkParameter<Value>) -> LinkPiece<F> {
    LinkPiece(kind: .item(parameter.name, LinkCapture(parameter), .repeated))
}

/// Any number of further components, which are passed on.
public func rest<F: Fragment>() -> LinkPiece<F> { LinkPiece(kind: .rest) }
