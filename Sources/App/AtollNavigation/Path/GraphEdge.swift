/// A directed edge between two fragments.
public struct GraphEdge<F: Hashable & Sendable>: Hashable, Sendable {
    /// The fragment that the edge leaves.
    public let from: F
    /// The fragment at which the edge arrives.
    public let to: F

    /// An edge from one fragment to another.
    public init(from: F, to: F) {
        self.from = from
        self.to = to
    }
}

extension GraphEdge: CustomStringConvertible {
    public var description: String { "\(Self.name(of: from)) -> \(Self.name(of: to))" }

    private static func name(of node: F) -> String { (node as? any Fragment)?.readableName ?? "\(node)" }
}

extension GraphEdge: Comparable where F: Comparable {
    /// Orders edges by their sources, then by their targets.
    public static func < (left: GraphEdge, right: GraphEdge) -> Bool { (left.from, left.to) < (right.from, right.to) }
}

extension GraphEdge: Encodable where F: Encodable {}
extension GraphEdge: Decodable where F: Decodable {}
