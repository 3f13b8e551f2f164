import AtollNavigation

/// A component of a route's path: a literal, the id of a fragment on the way, or a parameter.
///
/// ```swift
/// Route(.list => .product(.any) => .reviews(.any)) {
///     PathSegment("products")
///     PathSegment(Screen.product, Screen.reviews)
/// }
/// ```
public struct PathSegment<F: Fragment>: LinkElement {
    /// The part of the URL that this line declares.
    public let piece: LinkPiece<F>

    /// A literal component.
    public init(_ literal: String) { piece = LinkPiece(kind: .literal(literal)) }

    /// A component that is the id of a fragment on the way, named by its case; or of several fragments with the same id.
    public init<Value: LinkValue>(_ fragments: @Sendable (Value) -> F...) { self.init(ids: fragments) }

    /// A component that is a parameter.
    public init<Value: LinkValue>(_ parameter: LinkParameter<Value>) {
        piece = LinkPiece(kind: .component(LinkCapture(parameter)))
    }

    init<Value: LinkValue>(ids fragments: [@Sendable (Value) -> F]) {
        piece = LinkPiece(kind: .component(LinkCapture(id: fragments)))
    }
}
