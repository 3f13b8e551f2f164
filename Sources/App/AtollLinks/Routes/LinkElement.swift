import AtollNavigation

/// One line of a route's builder: ``PathSegment``, ``QueryItem`` or ``RemainingPath``.
public protocol LinkElement<Destination>: Sendable {
    /// The fragments to which the route leads.
    associatedtype Destination: Fragment

    /// The part of the URL that the line declares.
    var piece: LinkPiece<Destination> { get }
}
