import AtollNavigation

extension LinkRouter {
    /// This router's routes in an app's fragments, for use in the app's router.
    ///
    /// - Parameters:
    ///   - prefix: The components before those of each route; may be empty.
    ///   - edges: The app's edges from its entry to the feature's own.
    ///   - embedding: Maps the feature's fragments to the app's.
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
