import AtollNavigation

/// An address and where it leads: the edges along which it goes, and the pieces of which it is made. It is read both ways.
///
/// ```swift
/// Route(.dashboard => .products => .product(.any)) {
///     path("products")
///     query("id", Screen.product)
/// }
/// ```
/// In a router that knows the graph, ``init(to:pieces:)`` is enough where one shortest way leads there.
public struct Route<F: Fragment>: Sendable {
    /// The edges from the entry to the target.
    public let edges: [GraphEdge<F>]
    /// Where the route leads.
    public let target: F
    let pieces: [LinkPiece<F>]

    /// A route along one edge.
    public init(_ edge: GraphEdge<F>, @LinkPieceBuilder<F> pieces: () -> [LinkPiece<F>]) {
        self.init(edges: [edge], target: edge.to, pieces: pieces())
    }

    /// A route along edges, each of which begins where one before it ended.
    public init(_ edges: [GraphEdge<F>], @LinkPieceBuilder<F> pieces: () -> [LinkPiece<F>]) {
        precondition(!edges.isEmpty, "A route along no edges leads to the entry: use Route(to:).")
        self.init(edges: edges, target: edges[edges.count - 1].to, pieces: pieces())
    }

    /// A route to a fragment by the shortest way in the router's graph; to the entry, in a router without one.
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
    /// For each edge: how the id of the place at which it arrives is said.
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

    /// The route with its way, where it did not say one.
    func along(_ graph: NavigationGraph<F>) throws(LinkRouterError) -> Route {
        guard edges.isEmpty, target != graph.entry else { return self }
        let ways = graph.shortestWays(to: target, limit: 2)
        guard let way = ways.first else { throw .noWay("\(FragmentKind(target))") }
        guard ways.count == 1 else {
            throw .severalWays("\(FragmentKind(target))", ways.map { $0.map(\.description).joined(separator: ", ") })
        }
        return Route(edges: way, target: target, pieces: pieces)
    }
}

/// Gathers the routes of a router.
@resultBuilder
public enum RouteBuilder<F: Fragment> {
    public static func buildExpression(_ route: Route<F>) -> [Route<F>] { [route] }
    public static func buildExpression(_ routes: [Route<F>]) -> [Route<F>] { routes }
    public static func buildPartialBlock(first: [Route<F>]) -> [Route<F>] { first }
    public static func buildPartialBlock(accumulated: [Route<F>], next: [Route<F>]) -> [Route<F>] { accumulated + next }
    public static func buildOptional(_ routes: [Route<F>]?) -> [Route<F>] { routes ?? [] }
    public static func buildEither(first routes: [Route<F>]) -> [Route<F>] { routes }
    public static func buildEither(second routes: [Route<F>]) -> [Route<F>] { routes }
    public static func buildArray(_ routes: [[Route<F>]]) -> [Route<F>] { routes.flatMap(\.self) }
    public static func buildBlock() -> [Route<F>] { [] }
}

extension LinkRouter {
    /// This router's routes as part of an app's.
    ///
    /// - Parameters:
    ///   - prefix: The components under which they stand; none, for those of the feature itself.
    ///   - edges: The app's edges from its entry to the feature's own.
    ///   - embedding: How the feature's fragments are part of the app's.
    public func mounted<Parent: Fragment>(
        under prefix: String..., along edges: [GraphEdge<Parent>], through embedding: Embedding<Parent, F>
    ) -> [Route<Parent>] {
        routes.map { route in
            Route<Parent>(
                edges: edges + route.edges.map { embedding.embed($0) }, target: embedding.embed(route.target),
                pieces: prefix.map { LinkPiece<Parent>(kind: .literal($0)) }
                    + route.pieces.map { $0.embedded(by: embedding) }
            )
        }
    }
}

extension LinkPiece {
    fileprivate func embedded<Parent: Fragment>(by embedding: Embedding<Parent, F>) -> LinkPiece<Parent> {
        switch kind {
        case .literal(let text): LinkPiece<Parent>(kind: .literal(text))
        case .component(let capture): LinkPiece<Parent>(kind: .component(capture.embedded(by: embedding)))
        case .item(let name, let capture, let need):
            LinkPiece<Parent>(kind: .item(name, capture.embedded(by: embedding), need))
        case .rest: LinkPiece<Parent>(kind: .rest)
        }
    }
}

extension LinkCapture {
    fileprivate func embedded<Parent: Fragment>(by embedding: Embedding<Parent, F>) -> LinkCapture<Parent> {
        switch role {
        case .id(let ids): LinkCapture<Parent>(.id(ids.map { $0.embedded(by: embedding) }), format)
        case .parameter(let name): LinkCapture<Parent>(.parameter(name), format)
        }
    }
}

extension LinkID {
    fileprivate func embedded<Parent: Fragment>(by embedding: Embedding<Parent, F>) -> LinkID<Parent> {
        let (fragment, text) = (fragment, text)
        return LinkID<Parent> {
            fragment($0).map(embedding.embed)
        } text: {
            embedding.extract($0).flatMap(text)
        }
    }
}
