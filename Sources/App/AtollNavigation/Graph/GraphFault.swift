/// A fault that prevents a graph from being built.
public enum GraphFault<F: Fragment>: Hashable, Sendable {
    /// The graph has no segue.
    case empty
    /// Every fragment has an incoming segue, so the entry can't be inferred and must be named.
    case noEntry
    /// These fragments have no incoming segue, so the entry must be named.
    case ambiguousEntry([F])
    /// The named entry is at neither end of any segue.
    case unknownEntry(F)
    /// Two segues have the same edge.
    case duplicateSegue(GraphEdge<F>)
    /// Two segues connect the same families, but are written with ids, as if these were separate screens.
    case sameFamily(GraphEdge<F>, GraphEdge<F>)
    /// Two autos leave the same fragment.
    case severalAutos(GraphEdge<F>, GraphEdge<F>)
    /// Autos, with their redirects, form a loop that would never end.
    case autoLoop([GraphEdge<F>])
    /// No segue leads from the source of a segue to its redirect.
    case unreachableRedirect(GraphEdge<F>, F)
}

extension GraphFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .empty: "The graph is empty: give it at least one segue."
        case .noEntry: "Every fragment has an incoming segue, so the entry can't be inferred: name it with entry:."
        case .ambiguousEntry(let fragments):
            "Several fragments have no incoming segue (\(fragments.map(\.ruleName).sorted().joined(separator: ", "))): "
                + "name the entry with entry:."
        case .unknownEntry(let fragment):
            "The entry \(fragment.ruleName) is not part of any segue: add one, or name another entry."
        case .duplicateSegue(let edge): "Two segues have the edge \(edge.ruleName): keep one."
        case .sameFamily(let first, let second):
            """
            \(first) and \(second) are the same segue: the value of a case is an id, and a rule applies to every id. \
            Write `.any` instead; or, if each is a separate screen, make the value's type a Fragment.
            """
        case .severalAutos(let first, let second):
            """
            Two autos leave \(first.from.ruleName): \(first.ruleName) and \(second.ruleName). Keep one; to choose \
            between the targets, give it a condition and a redirect.
            """
        case .autoLoop(let edges):
            "Autos form a loop: \(edges.map(\.ruleName).joined(separator: ", ")). Break it."
        case .unreachableRedirect(let edge, let fragment):
            """
            The segue \(edge.ruleName) redirects to \(fragment.ruleName), but no segue leads there from \
            \(edge.from.ruleName): add one.
            """
        }
    }
}
