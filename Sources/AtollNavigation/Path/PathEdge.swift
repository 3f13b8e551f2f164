/// A step of a path, from one place to another.
public struct PathEdge<F: Fragment>: Hashable, Sendable {
    public let from: PathFragment<F>
    public let to: PathFragment<F>
    /// Which place it leaves, where several on the path are alike: the number of the step that arrives there, from 1, or 0 for the entry. Nil
    /// means the last one before this step.
    public var origin: Int?

    public init(from: PathFragment<F>, to: PathFragment<F>, origin: Int? = nil) {
        self.from = from
        self.to = to
        self.origin = origin
    }

    /// A step along an edge of the graph, between places without ids.
    public init(_ edge: GraphEdge<F>) {
        self.init(from: PathFragment(edge.from), to: PathFragment(edge.to))
    }

    /// A step along an edge of the graph.
    public init(_ edge: GraphEdge<F>, fromID: FragmentID? = nil, id: FragmentID?) {
        self.init(from: PathFragment(edge.from, id: fromID), to: PathFragment(edge.to, id: id))
    }

    /// The edge of the graph that this step goes along.
    public var edge: GraphEdge<F> { GraphEdge(from: from.fragment, to: to.fragment) }
}

extension PathEdge: CustomStringConvertible {
    public var description: String { "\(from) -> \(to)" }
}

extension PathEdge: Encodable where F: Encodable {}
extension PathEdge: Decodable where F: Decodable {}
