/// Builds the tree of a path, and records the place at which each step arrived.
struct PathFollower<F: Fragment>: Sendable {
    var tree = PlaceTree(root: NavigationGraph<F>.entryNumber)
    var ids = PlaceIDs<F>()
    /// The first is the entry; nil for a step that was dropped.
    private var arrivals: [PlaceTree.Slot?] = [PlaceTree.root]
    /// The most recent place with each key; several places may have the same one.
    private var last: [PlaceTree.Key: PlaceTree.Slot]

    init(_ graph: NavigationGraph<F>) {
        var tree = tree
        if graph.numbering.isFamily[NavigationGraph<F>.entryNumber] { tree.setRoot(ids.add(graph.entry, family: 0)) }
        self.tree = tree
        last = [tree[PlaceTree.root].key: PlaceTree.root]
    }

    func key(of fragment: F, in graph: NavigationGraph<F>) -> PlaceTree.Key? {
        graph.numbering.known(single: fragment).map { .init(fragment: $0, id: nil) } ?? ids.key(of: fragment)
    }

    mutating func newKey(of fragment: F, in graph: NavigationGraph<F>) -> PlaceTree.Key? {
        if let known = key(of: fragment, in: graph) { return known }
        return graph.number(of: fragment).map { ids.add(fragment, family: $0) }
    }

    /// Records where a step arrived, or nil if it was dropped.
    mutating func note(_ arrival: PlaceTree.Slot?) {
        arrivals.append(arrival)
        if let arrival { last[tree[arrival].key] = arrival }
    }

    /// The place that a step leaves, or nil if it is not on the path before the step.
    func source(_ key: PlaceTree.Key, origin: Int?) -> PlaceTree.Slot? {
        guard let origin else { return last[key] }
        guard arrivals.indices.contains(origin), let slot = arrivals[origin], tree[slot].key == key else { return nil }
        return slot
    }
}
