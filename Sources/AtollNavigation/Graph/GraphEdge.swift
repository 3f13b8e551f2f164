/// A directed edge between two fragments.
public struct GraphEdge<F: Hashable & Sendable>: Hashable, Sendable {
    public let from: F
    public let to: F

    public init(from: F, to: F) {
        self.from = from
        self.to = to
    }
}

extension GraphEdge: CustomStringConvertible {
    public var description: String { "\(from) -> \(to)" }
}

extension GraphEdge: Comparable where F: Comparable {
    /// By the source, then by the target.
    public static func < (left: GraphEdge, right: GraphEdge) -> Bool { (left.from, left.to) < (right.from, right.to) }
}

extension GraphEdge: Encodable where F: Encodable {}
extension GraphEdge: Decodable where F: Decodable {}
