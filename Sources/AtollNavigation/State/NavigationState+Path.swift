extension NavigationState {
    /// Sets the whole path. Autos fire only where the path does not say otherwise: where it ends, and where it has no pick
    /// of a place whose auto is one.
    ///
    /// - Throws: ``NavigationError/brokenPath(_:_:)`` for the first step that can't be followed; the state is as it was.
    /// - Complexity: O(*n*) in the lengths of both paths.
    public mutating func replace(with path: PresentedPath<F>) throws(NavigationError<F>) {
        adopt(try tree(along: path))
    }

    /// Whether ``replace(with:)`` would set the path.
    ///
    /// - Complexity: O(*n*) in its length.
    public func canReplace(with path: PresentedPath<F>) -> Bool { (try? tree(along: path)) != nil }

    /// Sets the path as far as it can be followed, such as one that an older version of the app has kept.
    ///
    /// - Returns: The steps that were dropped, each with what was wrong; empty where the whole path fits.
    @discardableResult
    public mutating func restore(
        _ path: PresentedPath<F>
    ) -> [(edge: PathEdge<F>, fault: NavigationError<F>.PathFault)] {
        var follower = PathFollower(tree: PlaceTree(root: NavigationGraph<F>.entryNumber))
        var dropped: [(edge: PathEdge<F>, fault: NavigationError<F>.PathFault)] = []
        for edge in path.edges {
            if let fault = follow(edge, &follower) { dropped.append((edge, fault)) }
        }
        adopt(follower.tree)
        return dropped
    }

    private func tree(along path: PresentedPath<F>) throws(NavigationError<F>) -> PlaceTree {
        var follower = PathFollower(tree: PlaceTree(root: NavigationGraph<F>.entryNumber))
        for edge in path.edges {
            if let fault = follow(edge, &follower) { throw .brokenPath(edge, fault) }
        }
        return follower.tree
    }

    private func follow(_ edge: PathEdge<F>, _ follower: inout PathFollower) -> NavigationError<F>.PathFault? {
        // A step that is dropped has a number all the same.
        var arrival: PlaceTree.Slot?
        defer { follower.note(arrival) }
        guard let from = key(of: edge.from), let to = key(of: edge.to),
            let segue = graph.segueNumbers[.init(from: from.fragment, to: to.fragment)]
        else { return .noSegue }
        guard let source = follower.source(from, origin: edge.origin) else { return .unattached }
        guard follower.tree.child(of: source, by: segue) == nil, follower.tree[source].passedTo == nil else {
            return .taken
        }
        guard isOpen(segue) else { return .conditionUnmet }
        arrival = follower.tree.add(
            to, style: graph.rules[segue].style, segue: segue, to: source, settles: false)
        return nil
    }

    private mutating func adopt(_ unsettled: PlaceTree) {
        var settled = unsettled
        settled.settle()
        tree = settled
        wanted = nil
        let front = tree.newest
        for slot in tree.chronological() where tree.isPresented(slot) && isAutoOpen(at: slot) { fireAutos(from: slot) }
        // What the path says stays in front of what an auto has put beside it.
        if tree.newest != front, tree.isPresented(front) { tree.touch(front) }
    }

    /// Whether the path leaves it to the auto of a place what is presented there.
    private func isAutoOpen(at slot: PlaceTree.Slot) -> Bool {
        if tree[slot].firstChild == nil { return true }
        guard tree[slot].newestPick == nil, let auto = graph.autos[tree[slot].key.fragment] else { return false }
        return graph.rules[auto].style == .pick
    }
}

/// A tree that grows along a path, with the place at which each step arrived.
private struct PathFollower {
    var tree: PlaceTree
    /// The first is the entry; nil for a step that was dropped.
    private var arrivals: [PlaceTree.Slot?] = [PlaceTree.root]
    /// The last place with a key: there may be many that are alike.
    private var last: [PlaceTree.Key: PlaceTree.Slot]

    init(tree: PlaceTree) {
        self.tree = tree
        last = [tree[PlaceTree.root].key: PlaceTree.root]
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
