/// The tree of places that leads to what is on screen, as its edges in the order in which they were presented.
///
/// It is a value that can be kept, compared and written down: `Codable` wherever the fragment is, ids included. What is
/// presented is a function of it.
public struct PresentedPath<F: Fragment>: Hashable, Sendable {
    /// The steps, the oldest first. A step's place of departure is the entry or stands as an earlier step's arrival.
    public var edges: [PathEdge<F>]

    public init(_ edges: [PathEdge<F>] = []) {
        self.edges = edges
    }

    /// A path between places without ids.
    public init(_ edges: [GraphEdge<F>]) {
        self.edges = edges.map { PathEdge($0) }
    }
}

extension PresentedPath: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: PathEdge<F>...) { self.init(elements) }
}

extension PresentedPath: CustomStringConvertible {
    public var description: String { edges.map(\.description).joined(separator: ", ") }
}

extension PresentedPath: Encodable where F: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(edges)
    }
}

extension PresentedPath: Decodable where F: Decodable {
    public init(from decoder: any Decoder) throws {
        edges = try decoder.singleValueContainer().decode([PathEdge<F>].self)
    }
}
