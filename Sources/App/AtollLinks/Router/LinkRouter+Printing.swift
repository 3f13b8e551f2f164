import AtollNavigation

extension LinkRouter {
    /// The link that leads to a destination, in its canonical form.
    ///
    /// The newest place is the target of the link; each other end of the path is added as a background item. Unclaimed
    /// items are not printed.
    ///
    /// - Throws: ``LinkError/noRoute(_:)`` if no route leads to an end of the path, or a value can't be written in a
    ///   URL.
    /// - Complexity: O(*n*) in the length of the path and of the link.
    public func link(for destination: LinkDestination<F>) throws(LinkError) -> DeepLink {
        let edges = destination.path.edges
        // A single route suffices for most paths.
        if let link = try link(along: edges, destination) { return link }
        guard !edges.isEmpty else { throw .noRoute("the entry") }
        let origins = destination.path.origins()
        /// The steps that lead to the place at which a step arrives, by the step's number.
        func chain(to step: Int) -> [PathEdge<F>] {
            var chain: [PathEdge<F>] = []
            var step = step
            while step > 0 {
                chain.append(edges[step - 1])
                step = origins[step - 1] ?? 0
            }
            return chain.reversed()
        }
        var link = try link(to: chain(to: edges.count), destination)
        let sources = Set(origins)
        for step in 1..<edges.count where !sources.contains(step) {
            var end = LinkDestination<F>(PresentedPath())
            end.extras = destination.background[edges[step - 1].to] ?? .init()
            let behind = try self.link(to: chain(to: step), end)
            link.items.append(DeepLink.Item(DeepLink.backgroundItem, behind.path))
        }
        return link
    }

    private func link(to chain: [PathEdge<F>], _ destination: LinkDestination<F>) throws(LinkError) -> DeepLink {
        guard let link = try link(along: chain, destination) else {
            throw .noRoute(chain.last.map { $0.to.readableName } ?? "the entry")
        }
        return link
    }

    /// Returns the link of a route that leads along exactly these steps, or `nil` without one.
    private func link(
        along steps: [PathEdge<F>], _ destination: LinkDestination<F>
    ) throws(LinkError) -> DeepLink? {
        for index in candidates(for: steps) {
            guard let texts = texts(of: index, along: steps) else { continue }
            let link = try plans[index].link(saying: texts, destination.parameters, rest: destination.rest)
            guard var link else { continue }
            link.fragment = destination.fragment
            link.version = destination.version
            return link
        }
        return nil
    }

    private func candidates(for chain: [PathEdge<F>]) -> [Int] {
        guard let last = chain.last else { return paths.indices.filter { paths[$0].edges.isEmpty } }
        return byTarget[FragmentKind(last.to)] ?? []
    }

    /// The texts of the ids in a route, if it leads along exactly these steps.
    private func texts(of route: Int, along steps: [PathEdge<F>]) -> [String?]? {
        let edges = paths[route].edges
        guard edges.count == steps.count else { return nil }
        var texts: [String?] = []
        texts.reserveCapacity(steps.count)
        for (index, step) in steps.enumerated() {
            guard step.from == plans[route].sources[index].map({ steps[$0].to }) ?? edges[index].from else {
                return nil
            }
            if let id = ids[route][index] {
                guard let text = id.text(step.to) else { return nil }
                texts.append(text)
            } else {
                guard step.to == edges[index].to else { return nil }
                texts.append(nil)
            }
        }
        return texts
    }
}
