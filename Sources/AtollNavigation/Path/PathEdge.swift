/// A step of a path, from one place to another.
public struct PathEdge<F: Fragment>: Hashable, Sendable {
    public let from: F
    public let to: F
    /// Which place it leaves, where several on the path are alike: the number of the step that arrives there, from 1, or 0 for the entry. Nil
    /// means the last one before this step.
    public var origin: Int?

    public init(from: F, to: F, origin: Int? = nil) {
        self.from = from
        self.to = to
        self.origin = origin
    }

    /// A step along an edge.
    public init(_ edge: GraphEdge<F>, origin: Int? = nil) { self.init(from: edge.from, to: edge.to, origin: origin) }

    /// The edge that this step goes along.
    public var edge: GraphEdge<F> { GraphEdge(from: from, to: to) }
}

extension PathEdge: CustomStringConvertible {
    public var description: String { "\(from.readableName) -> \(to.readableName)" }
}

extension PathEdge: Encodable where F: Encodable {}
extension PathEdge: Decodable where F: Decodable {}
