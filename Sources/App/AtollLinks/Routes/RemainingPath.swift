import AtollNavigation

/// Any number of further components of a route's path, which are passed on.
///
/// ```swift
/// Route(to: .files) {
///     PathSegment("files")
///     RemainingPath()
/// }
/// ```
public struct RemainingPath<F: Fragment>: LinkElement {
    /// The part of the URL that this line declares.
    public let piece: LinkPiece<F>

    /// The components that the other lines of the route leave.
    public init() { piece = LinkPiece(kind: .rest) }
}
