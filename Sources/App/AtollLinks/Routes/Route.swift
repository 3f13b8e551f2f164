import AtollNavigation

/// A URL and where it leads: the edges along which it goes, and the pieces of which it consists. It is used in both
/// directions.
///
/// ```swift
/// Route(.dashboard => .products => .product(.any)) {
///     PathSegment("products")
///     QueryItem("id", Screen.product)
/// }
/// ```
/// In a router with a graph, ``init(to:pieces:)`` is enough if there is only one shortest path to the target.
public struct Route<F: Fragment>: Sendable {
    /// The edges from the entry to the target; empty if the router finds them, or if the target is the entry.
    public let edges: [GraphEdge<F>]
    /// The fragment to which the route leads.
    public let target: F
    let pieces: [LinkPiece<F>]

    /// A route along one edge.
    public init(_ edge: GraphEdge<F>, @LinkPieceBuilder<F> pieces: () -> [LinkPiece<F>]) {
        self.init(edges: [edge], target: edge.to, pieces: pieces())
    }

    /// A route along edges, each of which leaves a place that is on the way already.
    ///
    /// - Precondition: There is at least one edge.
    public init(_ edges: [GraphEdge<F>], @LinkPieceBuilder<F> pieces: () -> [LinkPiece<F>]) {
        precondition(!edges.isEmpty, "A route without edges leads to the entry: use Route(to:).")
        self.init(edges: edges, target: edges[edges.count - 1].to, pieces: pieces())
    }

    /// A route to a fragment by the shortest path in the router's graph; in a router without a graph, to the entry.
    public init(to target: F, @LinkPieceBuilder<F> pieces: () -> [LinkPiece<F>]) {
        self.init(edges: [], target: target, pieces: pieces())
    }

    init(edges: [GraphEdge<F>], target: F, pieces: [LinkPiece<F>]) {
        self.edges = edges
        self.target = target
        self.pieces = pieces
    }
}

extension Route {
    /// For each edge: how the id of the place at which it arrives is read and printed.
    var ids: [LinkID<F>?] {
        let captured = pieces.flatMap { piece -> [LinkID<F>] in
            switch piece.kind {
            case .component(let capture), .item(_, let capture, _):
                if case .id(let ids) = capture.role { ids } else { [] }
            case .literal, .rest: []
            }
        }
        guard !captured.isEmpty else { return Array(repeating: nil, count: edges.count) }
        return edges.indices.map { index in
            captured.first { id in edges.lastIndex { id.text($0.to) != nil } == index }
        }
    }
}
