precedencegroup GraphEdgePrecedence {
    associativity: left
    higherThan: TernaryPrecedence
}

/// Writes edges of a graph: `.a => .b`, `.a => [.b, .c]`, `[.a, .b] => .c`, `[.a, .b] => [.c, .d]`, and chains such as
/// `.a => .b => .c`, which is `.a => .b` and `.b => .c`.
infix operator => : GraphEdgePrecedence

/// One to one.
public func => <F: Fragment>(from: F, to: F) -> GraphEdge<F> {
    GraphEdge(from: from, to: to)
}

/// One to many.
public func => <F: Fragment>(from: F, to: [F]) -> [GraphEdge<F>] {
    to.map { GraphEdge(from: from, to: $0) }
}

/// Many to one.
public func => <F: Fragment>(from: [F], to: F) -> [GraphEdge<F>] {
    from.map { GraphEdge(from: $0, to: to) }
}

/// Many to many: from each to each.
public func => <F: Fragment>(from: [F], to: [F]) -> [GraphEdge<F>] {
    from.flatMap { $0 => to }
}

/// Continues a chain from the end of an edge.
public func => <F: Fragment>(edge: GraphEdge<F>, to: F) -> [GraphEdge<F>] {
    [edge, edge.to => to]
}

/// Continues a chain from the end of an edge to each of several targets.
public func => <F: Fragment>(edge: GraphEdge<F>, to: [F]) -> [GraphEdge<F>] {
    [edge] + (edge.to => to)
}

/// Continues a chain from the ends of several edges.
public func => <F: Fragment>(edges: [GraphEdge<F>], to: F) -> [GraphEdge<F>] {
    edges + (edges.ends() => to)
}

/// Continues a chain from the ends of several edges to each of several targets.
public func => <F: Fragment>(edges: [GraphEdge<F>], to: [F]) -> [GraphEdge<F>] {
    edges + (edges.ends() => to)
}

extension Array {
    /// Where a chain continues: the targets that none of its edges leaves, or the last edge's target if it forms a
    /// cycle.
    fileprivate func ends<F>() -> [F] where Element == GraphEdge<F> {
        let sources = Set(map(\.from))
        var seen: Set<F> = []
        let ends = map(\.to).filter { !sources.contains($0) && seen.insert($0).inserted }
        return ends.isEmpty ? suffix(1).map(\.to) : ends
    }
}
