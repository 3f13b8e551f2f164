extension NavigationState {
    /// Shows the destination of a path, and leaves the other tabs unchanged: see ``NavigationCommand/open(_:)``.
    public mutating func open(_ path: PresentedPath<F>) throws(NavigationError<F>) { adopt(try opened(path)) }

    /// The path, merged with the existing tabs that it does not mention.
    ///
    /// - Complexity: O(*n* log *n*) in the lengths of both paths.
    func opened(_ path: PresentedPath<F>) throws(NavigationError<F>) -> PathFollower<F> {
        let alone = try follow(path)
        // Nothing was removed from that tree, so its slots are the numbers of the steps.
        let steps = alone.tree.chronological()
        var merged = MergedPath<F>(entry: graph.entry)
        var known: [PlaceTree.Slot: PlaceTree.Slot] = [:]
        for slot in steps {
            let origin = alone.tree[slot].parent
            if let origin {
                merged.add(path.edges[slot - 1].to, as: .wanted(slot), from: .wanted(origin))
                if let twin = known[origin].flatMap({ tree.child(of: $0, by: alone.tree[slot].segue) }),
                    place(at: twin) == path.edges[slot - 1].to
                {
                    known[slot] = twin
                }
            } else {
                known[slot] = PlaceTree.root
            }
            guard let twin = known[slot] else { continue }
            for tab in tree.children(of: twin)
            where tree[tab].style == .pick && alone.tree.child(of: slot, by: tree[tab].segue) == nil {
                for kept in tree.subtree(of: tab).sorted(by: { tree[$0].sequence < tree[$1].sequence }) {
                    let parent = tree[kept].parent ?? PlaceTree.root
                    merged.add(place(at: kept), as: .kept(kept), from: kept == tab ? .wanted(slot) : .kept(parent))
                }
            }
        }
        return try follow(merged.path)
    }
}

/// A path that is merged from two.
private struct MergedPath<F: Fragment> {
    enum Place: Hashable {
        case wanted(PlaceTree.Slot)
        case kept(PlaceTree.Slot)
    }

    private var numbers: [Place: Int] = [.wanted(PlaceTree.root): 0]
    private var steps: [(origin: Int, to: F)] = []
    private let entry: F

    init(entry: F) { self.entry = entry }

    var path: PresentedPath<F> { PresentedPath(from: entry, steps: steps) }

    mutating func add(_ fragment: F, as place: Place, from origin: Place) {
        steps.append((numbers[origin] ?? 0, fragment))
        numbers[place] = steps.count
    }
}
