/// Why a node has no single incoming or outgoing edge.
public enum EdgeError<F: Hashable & Sendable>: Error, Hashable, CustomStringConvertible {
    /// No edge leaves the node.
    case noEgress(F)
    /// Several edges leave the node.
    case ambiguousEgress(F, [GraphEdge<F>])
    /// No edge arrives at the node.
    case noIngress(F)
    /// Several edges arrive at the node.
    case ambiguousIngress(F, [GraphEdge<F>])

    public var description: String {
        switch self {
        case .noEgress(let node): "No edge leaves \(node)."
        case .ambiguousEgress(let node, let edges):
            "Several edges leave \(node): \(edges.map(\.description).joined(separator: ", "))."
        case .noIngress(let node): "No edge arrives at \(node)."
        case .ambiguousIngress(let node, let edges):
            "Several edges arrive at \(node): \(edges.map(\.description).joined(separator: ", "))."
        }
    }
}
