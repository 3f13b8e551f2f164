// Queries on any collection of edges, whether or not it is a whole graph.

extension Collection {
    /// The nodes at either end of the edges, in order of first appearance.
    ///
    /// - Complexity: O(*n*) in the number of edges.
    public func nodes<F>() -> [F] where Element == GraphEdge<F> {
        var seen: Set<F> = []
        return flatMap { [$0.from, $0.to] }.filter { seen.insert($0).inserted }
    }

    /// Whether `node` is at either end of an edge.
    public func containsNode<F>(_ node: F) -> Bool where Element == GraphEdge<F> {
        contains { $0.from == node || $0.to == node }
    }

    /// The edges that leave `node`.
    public func egress<F>(of node: F) -> [GraphEdge<F>] where Element == GraphEdge<F> {
        filter { $0.from == node }
    }

    /// The edges that leave one of `nodes`.
    public func egress<F>(of nodes: Set<F>) -> [GraphEdge<F>] where Element == GraphEdge<F> {
        filter { nodes.contains($0.from) }
    }

    /// The edges that arrive at `node`.
    public func ingress<F>(of node: F) -> [GraphEdge<F>] where Element == GraphEdge<F> {
        filter { $0.to == node }
    }

    /// The edges that arrive at one of `nodes`.
    public func ingress<F>(of nodes: Set<F>) -> [GraphEdge<F>] where Element == GraphEdge<F> {
        filter { nodes.contains($0.to) }
    }

    /// The only edge that leaves `node`.
    ///
    /// - Throws: ``EdgeError`` unless there is exactly one.
    public func onlyEgress<F>(of node: F) throws(EdgeError<F>) -> GraphEdge<F> where Element == GraphEdge<F> {
        let edges = egress(of: node)
        guard let only = edges.first else { throw .noEgress(node) }
        guard edges.count == 1 else { throw .ambiguousEgress(node, edges) }
        return only
    }

    /// The only edge that arrives at `node`.
    ///
    /// - Throws: ``EdgeError`` unless there is exactly one.
    public func onlyIngress<F>(of node: F) throws(EdgeError<F>) -> GraphEdge<F> where Element == GraphEdge<F> {
        let edges = ingress(of: node)
        guard let only = edges.first else { throw .noIngress(node) }
        guard edges.count == 1 else { throw .ambiguousIngress(node, edges) }
        return only
    }

    /// The edges that leave nodes without incoming edges.
    public func inlets<F>() -> [GraphEdge<F>] where Element == GraphEdge<F> {
        let targets = Set(map(\.to))
        return filter { !targets.contains($0.from) }
    }

    /// The edges that arrive at nodes without outgoing edges.
    public func outlets<F>() -> [GraphEdge<F>] where Element == GraphEdge<F> {
        let sources = Set(map(\.from))
        return filter { !sources.contains($0.to) }
    }

    /// Whether the edges contain a cycle.
    ///
    /// - Complexity: O(*n*) in the number of edges.
    public func hasCycle<F>() -> Bool where Element == GraphEdge<F> { firstCycle() != nil }

    /// The first cycle that a depth-first search finds, as its edges in order, or nil. The search starts at the first
    /// node.
    ///
    /// - Complexity: O(*n*) in the number of edges.
    public func firstCycle<F>() -> [GraphEdge<F>]? where Element == GraphEdge<F> {
        let outgoing = Dictionary(grouping: self, by: \.from)
        var done: Set<F> = []
        for start in nodes() where !done.contains(start) {
            var way: [(node: F, rest: ArraySlice<GraphEdge<F>>)] = [(start, outgoing[start, default: []][...])]
            var positions = [start: 0]
            var taken: [GraphEdge<F>] = []
            while let last = way.indices.last {
                guard let edge = way[last].rest.popFirst() else {
                    done.insert(way[last].node)
                    positions[way[last].node] = nil
                    way.removeLast()
                    _ = taken.popLast()
                    continue
                }
                if let first = positions[edge.to] { return taken[first...] + [edge] }
                guard !done.contains(edge.to) else { continue }
                positions[edge.to] = way.count
                taken.append(edge)
                way.append((edge.to, outgoing[edge.to, default: []][...]))
            }
        }
        return nil
    }

    /// The edges grouped by connected component, each group in the order of this collection.
    ///
    /// - Complexity: O(*n* log *n*) in the number of edges; close to linear in practice.
    public func disconnectedSubgraphs<F>() -> [[GraphEdge<F>]] where Element == GraphEdge<F> {
        let nodes: [F] = nodes()
        let numbers = Dictionary(zip(nodes, nodes.indices)) { first, _ in first }
        var parents = Array(nodes.indices)
        func root(_ node: F) -> Int {
            var current = numbers[node] ?? 0
            while parents[current] != current {
                parents[current] = parents[parents[current]]
                current = parents[current]
            }
            return current
        }
        for edge in self { parents[root(edge.from)] = root(edge.to) }
        var order: [Int] = []
        var parts: [Int: [GraphEdge<F>]] = [:]
        for edge in self {
            let part = root(edge.from)
            if parts[part] == nil { order.append(part) }
            parts[part, default: []].append(edge)
        }
        return order.compactMap { parts[$0] }
    }

    /// The edges that can be reached from `start`, depth first; at each node in the order of this collection (sort it
    /// first if it has none).
    ///
    /// - Complexity: O(*n*) in the number of edges.
    public func depthFirst<F>(from start: F) -> [GraphEdge<F>] where Element == GraphEdge<F> {
        let outgoing = Dictionary(grouping: self, by: \.from)
        var seen = [start] as Set
        var order: [GraphEdge<F>] = []
        var waiting: [GraphEdge<F>] = outgoing[start, default: []].reversed()
        while let edge = waiting.popLast() {
            order.append(edge)
            if seen.insert(edge.to).inserted { waiting.append(contentsOf: outgoing[edge.to, default: []].reversed()) }
        }
        return order
    }
}
