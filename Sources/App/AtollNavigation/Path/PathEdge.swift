/// A step of a path, from one place to another.
public struct PathEdge<F: Fragment>: Hashable, Sendable {
    /// The fragment of the place that the step leaves.
    public let from: F
    /// The fragment that the step presents.
    public let to: F
    /// Which place the step leaves if several on the path have the same fragment: the number of the step that arrived
    /// there, counted from 1, or 0 for the entry. Nil means the most recent one before this step.
    public var origin: Int?

    /// A step from one fragment to another.
    public init(from: F, to: F, origin: Int? = nil) {
        self.from = from
        self.to = to
        self.origin = origin
    }

    /// A step along an edge of the graph.
    public init(_ edge: GraphEdge<F>, origin: Int? = nil) { self.init(from: edge.from, to: edge.to, origin: origin) }

    /// The edge of the graph that the step follows.
    public var edge: GraphEdge<F> { GraphEdge(from: from, to: to) }
}

extension PathEdge: CustomStringConvertible {
    public var description: String { "\(from.readableName) -> \(to.readableName)" }
}

extension PathEdge: Encodable where F: Encodable {}
extension PathEdge: Decodable where F: Decodable {}
