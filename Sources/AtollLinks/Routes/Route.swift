import AtollNavigation

/// An address and where it leads: the edges along which it goes, and the pieces of which it is made. It is read both ways.
///
/// ```swift
/// Route(.dashboard => .products => .product) {
///     path("products")
///     query("id", Int.self)
/// }
/// ```
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

    /// A route to the entry.
    public init(to entry: F, @LinkPieceBuilder<F> pieces: () -> [LinkPiece<F>]) {
        self.init(edges: [], target: entry, pieces: pieces())
    }

    init(edges: [GraphEdge<F>], target: F, pieces: [LinkPiece<F>]) {
        self.edges = edges
        self.target = target
        self.pieces = pieces
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
        case .id(let fragment): LinkCapture<Parent>(.id(of: fragment.map(embedding.embed)), format)
        case .parameter(let name): LinkCapture<Parent>(.parameter(name), format)
        }
    }
}
