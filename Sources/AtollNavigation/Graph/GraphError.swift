/// Why a graph can't be built: all that is wrong with it.
public struct GraphError<F: Fragment>: Error, Hashable, CustomStringConvertible {
    /// What is wrong, in the order in which it was found.
    public let faults: [GraphFault<F>]

    @usableFromInline
    init(_ faults: [GraphFault<F>]) { self.faults = faults }

    public var description: String { faults.map(\.description).joined(separator: "\n") }
}

/// Something that is wrong with a graph.
public enum GraphFault<F: Fragment>: Hashable, Sendable {
    /// There is no segue.
    case empty
    /// No fragment is without a way in, so none can be taken for the entry: name one.
    case noEntry
    /// Several fragments have no way in: name the entry.
    case ambiguousEntry([F])
    /// The entry stands at neither end of any segue.
    case unknownEntry(F)
    /// Two segues lead along one edge.
    case duplicateSegue(GraphEdge<F>)
    /// Two autos lead from one fragment.
    case severalAutos(GraphEdge<F>, GraphEdge<F>)
    /// Autos lead round in a loop, which would never end.
    case autoLoop([GraphEdge<F>])
    /// A segue's redirect can't be reached from its source.
    case unreachableRedirect(GraphEdge<F>, F)
}

extension GraphFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .empty: "The graph is empty: give it at least one segue."
        case .noEntry: "Every fragment has a way in, so none is the entry by itself: name it with entry:."
        case .ambiguousEntry(let fragments):
            "Several fragments have no way in (\(fragments.map(\.readableName).sorted().joined(separator: ", "))): "
                + "name the entry with entry:."
        case .unknownEntry(let fragment): "The entry \(fragment.readableName) is part of no segue."
        case .duplicateSegue(let edge): "Two segues lead along \(edge): keep one."
        case .severalAutos(let first, let second):
            "Two autos lead from \(first.from.readableName): \(first) and \(second). Keep one, or give it a condition and a redirect."
        case .autoLoop(let edges):
            "Autos lead round in a loop: \(edges.map(\.description).joined(separator: ", ")). Break it."
        case .unreachableRedirect(let edge, let fragment):
            "The segue \(edge) redirects to \(fragment.readableName), but no segue leads there from \(edge.from.readableName): add one."
        }
    }
}
