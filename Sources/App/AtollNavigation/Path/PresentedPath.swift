import Foundation

/// The tree of places behind what is on screen, as its edges in the order in which they were presented.
///
/// A path is a value that can be stored, compared and serialized: it is `Codable` if the fragment is. What is presented
/// is a function of it.
public struct PresentedPath<F: Fragment>: Hashable, Sendable {
    /// The steps, oldest first. Each leaves the entry or a place at which an earlier step arrived.
    public var edges: [PathEdge<F>]

    /// A path of steps.
    public init(_ edges: [PathEdge<F>] = []) {
        self.edges = edges
    }

    /// A path along edges of the graph; each step leaves the most recent place of its source.
    public init(_ edges: [GraphEdge<F>]) {
        self.edges = edges.map { PathEdge($0) }
    }
}

extension PresentedPath {
    /// For each step, the number of the step that arrived at the place it leaves, counted from 1; 0 for the entry, or
    /// nil if the step leaves a place that is not on the path before it.
    ///
    /// - Parameter entry: Where the path begins. If it is nil, a source at which no step has arrived counts as the
    ///   entry.
    /// - Complexity: O(*n*) in its length.
    public func origins(from entry: F? = nil) -> [Int?] {
        var last: [F: Int] = [:]
        if let entry { last[entry] = 0 }
        return edges.enumerated().map { index, edge in
            defer { last[edge.to] = index + 1 }
            guard let origin = edge.origin else { return last[edge.from] ?? (entry == nil ? 0 : nil) }
            guard (0...index).contains(origin) else { return nil }
            let place = origin == 0 ? entry ?? edge.from : edges[origin - 1].to
            return place == edge.from ? origin : nil
        }
    }

    /// A path of steps. Each is given by the number of the step that arrived at the place it leaves, counted from 1, or
    /// 0 for the entry, and by the fragment that it presents.
    ///
    /// - Precondition: The origin of each step is less than the step's number.
    /// - Complexity: O(*n*) in its length.
    public init(from entry: F, steps: [(origin: Int, to: F)]) {
        var last = [entry: 0]
        edges = []
        edges.reserveCapacity(steps.count)
        for (origin, place) in steps {
            let from = origin == 0 ? entry : steps[origin - 1].to
            // Stored only if it is not the most recent such place, which is the default.
            edges.append(PathEdge(from: from, to: place, origin: last[from] == origin ? nil : origin))
            last[place] = edges.count
        }
    }

    /// The path without the places that `isKept` rejects, and without their subtrees.
    ///
    /// - Complexity: O(*n*) in its length.
    public func filter(_ isKept: (F) -> Bool) -> PresentedPath {
        guard let entry = edges.first?.from else { return self }
        var numbers: [Int: Int] = [0: 0]
        var steps: [(origin: Int, to: F)] = []
        for (index, origin) in origins(from: entry).enumerated() {
            guard let origin = origin.flatMap({ numbers[$0] }), isKept(edges[index].to) else { continue }
            steps.append((origin, edges[index].to))
            numbers[index + 1] = steps.count
        }
        return PresentedPath(from: entry, steps: steps)
    }

    /// Whether both paths lead to the same places by the same steps, in any order.
    ///
    /// - Complexity: O(*n* · *d*) in the length and the depth.
    public func isSameTree(as other: PresentedPath) -> Bool {
        edges.count == other.edges.count && Set(chains) == Set(other.chains)
    }

    private var chains: [[F]] {
        var chains: [[F]] = []
        for (edge, origin) in zip(edges, origins()) {
            chains.append((origin.map { $0 > 0 ? chains[$0 - 1] : [edge.from] } ?? []) + [edge.to])
        }
        return chains
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

extension PresentedPath where F: Decodable {
    /// Reads a path that was stored as JSON, possibly by another version of the app, without the steps that this
    /// version can't decode.
    ///
    /// - Returns: The path, and how many steps were lost: those that could not be decoded, and those whose
    ///   ``PathEdge/origin`` refers to a lost step.
    /// - Throws: A decoding error if the bytes are not a JSON array.
    /// - Complexity: O(*n*) in the number of bytes.
    public static func reading(_ data: Data) throws -> (path: PresentedPath, lost: Int) {
        let steps = try JSONDecoder().decode([Lenient<PathEdge<F>>].self, from: data).map(\.value)
        var numbers = [0: 0]
        var edges: [PathEdge<F>] = []
        for (index, step) in steps.enumerated() {
            guard var edge = step else { continue }
            if let origin = edge.origin {
                guard let number = numbers[origin] else { continue }
                edge.origin = number
            }
            edges.append(edge)
            numbers[index + 1] = edges.count
        }
        return (PresentedPath(edges), steps.count - edges.count)
    }
}

/// A value, or nil if it can't be decoded.
private struct Lenient<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) { value = try? Value(from: decoder) }
}
