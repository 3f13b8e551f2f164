import AtollNavigation

/// One line of a route's builder: ``PathSegment``, ``QueryItem`` or ``RemainingPath``.
public protocol LinkElement<Destination>: Sendable {
    /// The fragments to which the route leads.
    associatedtype Destination: Fragment

    /// What the line says about the URL.
    var piece: LinkPiece<Destination> { get }
}
