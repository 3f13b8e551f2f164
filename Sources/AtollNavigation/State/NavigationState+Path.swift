extension NavigationState {
    public mutating func replace(with path: PresentedPath<F>) throws(NavigationError<F>) {
        adopt(try follow(path))
    }

    /// Sets the path as far as it can be followed, such as one that an older version of the app has kept.
    ///
    /// - Returns: The steps that were dropped, each with what was wrong; empty where the whole path fits.
    @discardableResult
    public mutating func restore(_ path: PresentedPath<F>) -> [DroppedStep<F>] {
        var follower = PathFollower(graph)
        var dropped: [DroppedStep<F>] = []
        // Which place a step leaves is asked of the whole path: where a step was dropped, another twin is not meant.
        for (edge, origin) in zip(path.edges, path.origins(from: graph.entry)) {
            var exact = edge
            exact.origin = origin ?? edge.origin
            if let fault = follow(exact, &follower) { dropped.append(DroppedStep(edge: edge, fault: fault)) }
        }
        adopt(follower)
        // What is closed is gone to when it opens.
        if let closed = dropped.first(where: { $0.fault == .conditionUnmet }), wanted == nil {
            want(closed.edge.to, at: newestPresentedSlot)
        }
        return dropped
    }

    func follow(_ path: PresentedPath<F>) throws(NavigationError<F>) -> PathFollower<F> {
        var follower = PathFollower(graph)
        for edge in path.edges {
            if let fault = follow(edge, &follower) { throw .brokenPath(edge, fault) }
        }
        return follower
    }

    private func follow(_ edge: PathEdge<F>, _ follower: inout PathFollower<F>) -> PathFault? {
        // A step that is dropped has a number all the same.
        var arrival: PlaceTree.Slot?
        defer { follower.note(arrival) }
        guard let from = follower.key(of: edge.from, in: graph), let to = follower.newKey(of: edge.to, in: graph),
            let segue = graph.segueNumbers[.init(from: from.fragment, to: to.fragment)]
        else { return graph.segue(along: edge.edge) == nil ? .noSegue : .unattached }
        guard let source = follower.source(from, origin: edge.origin) else { return .unattached }
        guard follower.tree.child(of: source, by: segue) == nil, follower.tree[source].passedTo == nil else {
            return .taken
        }
        guard isOpen(segue) else { return .conditionUnmet }
        arrival = follower.tree.add(
            to, style: graph.rules[segue].style, segue: segue, to: source, settles: false)
        return nil
    }

    mutating func adopt(_ follower: PathFollower<F>) {
        var settled = follower.tree
        settled.settle()
        ids = follower.ids
        tree = settled
        wish = nil
        let front = tree.newest
        for slot in tree.chronological() where tree.isPresented(slot) && isAutoOpen(at: slot) { fireAutos(from: slot) }
        // What the path says stays in front of what an auto has put beside it.
        if tree.newest != front, tree.isPresented(front) { tree.touch(front) }
    }

    /// Whether the path leaves it to the auto of a place what is presented there.
    private func isAutoOpen(at slot: PlaceTree.Slot) -> Bool {
        if tree[slot].firstChild == nil { return true }
        guard tree[slot].newestPick == nil, let auto = graph.autos[tree[slot].key.fragment] else { return false }
        // What it would lead to instead may be there: that is not to begin anew.
        return graph.rules[auto].style == .pick
            && firingSegue(at: tree[slot].key.fragment).map { tree.child(of: slot, by: $0) == nil } ?? true
    }
}

/// A tree that grows along a path, with the place at which each step arrived.
struct PathFollower<F: Fragment>: Sendable {
    var tree = PlaceTree(root: NavigationGraph<F>.entryNumber)
    var ids = PlaceIDs<F>()
    /// The first is the entry; nil for a step that was dropped.
    private var arrivals: [PlaceTree.Slot?] = [PlaceTree.root]
    /// The last place with a key: there may be many that are alike.
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

    /// Notes where a step arrived, or that it was dropped.
    mutating func note(_ arrival: PlaceTree.Slot?) {
        arrivals.append(arrival)
        if let arrival { last[tree[arrival].key] = arrival }
    }

    /// The place that a step leaves, or nil where it is not on the path before it.
    func source(_ key: PlaceTree.Key, origin: Int?) -> PlaceTree.Slot? {
        guard let origin else { return last[key] }
        guard arrivals.indices.contains(origin), let slot = arrivals[origin], tree[slot].key == key else { return nil }
        return slot
    }
}
