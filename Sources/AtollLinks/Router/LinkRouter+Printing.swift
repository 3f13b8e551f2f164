import AtollNavigation

extension LinkRouter {
    /// The link that leads to a destination, in its canonical form.
    ///
    /// The newest place is what the link shows; each other end of the path stands in it as an item of the background.
    /// Unclaimed items are not printed.
    ///
    /// - Throws: ``LinkError/noRoute(_:)`` where no route leads to an end of the path, or a value can't stand in an address.
    /// - Complexity: O(*n*) in the length of the path and of the link.
    public func link(for destination: LinkDestination<F>) throws(LinkError) -> DeepLink {
        let edges = destination.path.edges
        // One route for all of it, as for most paths.
        if let link = try link(along: edges, destination) { return link }
        guard !edges.isEmpty else { throw .noRoute("the entry") }
        let origins = destination.path.origins()
        /// The steps that lead to where a step arrives, by its number.
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
            end.saying = destination.background[edges[step - 1].to] ?? .init()
            let behind = try self.link(to: chain(to: step), end)
            link.items.append(DeepLink.Item(DeepLink.backgroundItem, behind.path))
        }
        return link
    }

    private func link(to chain: [PathEdge<F>], _ destination: LinkDestination<F>) throws(LinkError) -> DeepLink {
        guard let link = try link(along: chain, destination) else {
            throw .noRoute(chain.last.map { "\($0.to)" } ?? "the entry")
        }
        return link
    }

    /// The link of a route that leads along exactly these steps, or nil where none does.
    private func link(
        along steps: [PathEdge<F>], _ destination: LinkDestination<F>
    ) throws(LinkError) -> DeepLink? {
        var ids: [FragmentID?] = []
        ids.reserveCapacity(steps.count)
        for step in steps { ids.append(step.to.id) }
        for index in candidates(for: steps) where leads(index, along: steps, ids) {
            let link = try plans[index].link(saying: ids, destination.parameters, rest: destination.rest)
            guard var link else { continue }
            link.fragment = destination.fragment
            link.version = destination.version
            return link
        }
        return nil
    }

    private func candidates(for chain: [PathEdge<F>]) -> [Int] {
        guard let last = chain.last else { return paths.indices.filter { paths[$0].edges.isEmpty } }
        return byTarget[last.to.fragment] ?? []
    }

    private func leads(_ route: Int, along steps: [PathEdge<F>], _ ids: [FragmentID?]) -> Bool {
        let edges = paths[route].edges
        guard edges.count == steps.count else { return false }
        for index in edges.indices {
            guard edges[index].to.fragment == steps[index].to.fragment,
                edges[index].from.fragment == steps[index].from.fragment,
                steps[index].from.id == plans[route].sources[index].flatMap({ ids[$0] })
            else { return false }
        }
        return true
    }
}
