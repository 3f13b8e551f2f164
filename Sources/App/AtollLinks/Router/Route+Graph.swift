import AtollNavigation

extension Route {
    /// The route with its edges, which are found in the graph if it has none.
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
