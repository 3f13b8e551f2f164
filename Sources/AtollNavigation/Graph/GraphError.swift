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
    /// Two segues lead between the same families, whose ids are written out: as if they were screens of their own.
    case sameFamily(GraphEdge<F>, GraphEdge<F>)
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
            "Several fragments have no way in (\(fragments.map(\.ruleName).sorted().joined(separator: ", "))): "
                + "name the entry with entry:."
        case .unknownEntry(let fragment): "The entry \(fragment.ruleName) is part of no segue."
        case .duplicateSegue(let edge): "Two segues lead along \(edge.ruleName): keep one."
        case .sameFamily(let first, let second):
            """
            \(first) and \(second) are one segue: the value of a case is an id, and a rule is for all of them. Write `.any` for it; or, \
            if each is a screen of its own, let the value's type be a Fragment.
            """
        case .severalAutos(let first, let second):
            "Two autos lead from \(first.from.ruleName): \(first.ruleName) and \(second.ruleName). Keep one, or give it a condition and a redirect."
        case .autoLoop(let edges):
            "Autos lead round in a loop: \(edges.map(\.ruleName).joined(separator: ", ")). Break it."
        case .unreachableRedirect(let edge, let fragment):
            "The segue \(edge.ruleName) redirects to \(fragment.ruleName), but no segue leads there from \(edge.from.ruleName): add one."
        }
    }
}
