/// Why a graph can't be built.
public enum GraphError<F: Fragment>: Error, Hashable {
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

extension GraphError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .empty: "The graph is empty: give it at least one segue."
        case .noEntry: "Every fragment has a way in, so none is the entry by itself: name it with entry:."
        case .ambiguousEntry(let fragments):
            "Several fragments have no way in (\(fragments.map { "\($0)" }.sorted().joined(separator: ", "))): "
                + "name the entry with entry:."
        case .unknownEntry(let fragment): "The entry \(fragment) is part of no segue."
        case .duplicateSegue(let edge): "Two segues lead along \(edge): keep one."
        case .severalAutos(let first, let second):
            "Two autos lead from \(first.from): \(first) and \(second). Keep one, or give it a condition and a redirect."
        case .autoLoop(let edges):
            "Autos lead round in a loop: \(edges.map(\.description).joined(separator: ", ")). Break it."
        case .unreachableRedirect(let edge, let fragment):
            "The segue \(edge) redirects to \(fragment), but no segue leads there from \(edge.from): add one."
        }
    }
}
