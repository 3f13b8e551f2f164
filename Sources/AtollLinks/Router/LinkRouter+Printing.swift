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
        guard let last = edges.last else { throw .noRoute("the entry") }
        var arrivals: [PathFragment<F>: PathEdge<F>] = [:]
        var sources: Set<PathFragment<F>> = []
        for edge in edges {
            arrivals[edge.to] = edge
            sources.insert(edge.from)
        }
        func chain(to end: PathFragment<F>) -> [PathEdge<F>] {
            var chain: [PathEdge<F>] = []
            var place = end
            while let edge = arrivals[place], chain.count < edges.count {
                chain.append(edge)
                place = edge.from
            }
            return chain.reversed()
        }
        var link = try link(to: chain(to: last.to), destination)
        for edge in edges.dropLast() where !sources.contains(edge.to) {
            var end = LinkDestination<F>(PresentedPath())
            end.saying = destination.background[edge.to] ?? .init()
            let behind = try self.link(to: chain(to: edge.to), end)
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
