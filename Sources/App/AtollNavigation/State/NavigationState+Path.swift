extension NavigationState {
    /// Replaces the whole path: see ``NavigationCommand/replace(_:)``.
    public mutating func replace(with path: PresentedPath<F>) throws(NavigationError<F>) {
        adopt(try follow(path))
    }

    /// Sets as much of a path as can be followed, for example of one that an older version of the app has stored.
    ///
    /// - Returns: The steps that were dropped, each with its fault; empty if the whole path fits.
    @discardableResult
    public mutating func restore(_ path: PresentedPath<F>) -> [DroppedStep<F>] {
        var follower = PathFollower(graph)
        var dropped: [DroppedStep<F>] = []
        // Origins refer to the whole path, so that a step from a dropped place does not leave its twin instead.
        for (edge, origin) in zip(path.edges, path.origins(from: graph.entry)) {
            var exact = edge
            exact.origin = origin ?? edge.origin
            if let fault = follow(exact, &follower) { dropped.append(DroppedStep(edge: edge, fault: fault)) }
        }
        adopt(follower)
        // The first place that was closed is wanted, so that it is resumed when it opens.
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
        // A dropped step still counts in the numbering.
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
        // Places that the path names stay in front of those that an auto has presented next to them.
        if tree.newest != front, tree.isPresented(front) { tree.touch(front) }
    }

    /// Whether the path leaves it to a place's auto to decide what is presented there.
    private func isAutoOpen(at slot: PlaceTree.Slot) -> Bool {
        if tree[slot].firstChild == nil { return true }
        guard tree[slot].newestPick == nil, let auto = graph.autos[tree[slot].key.fragment] else { return false }
        // The auto's target or redirect may be on the path already, and then does not start over.
        return graph.rules[auto].style == .pick
            && firingSegue(at: tree[slot].key.fragment).map { tree.child(of: slot, by: $0) == nil } ?? true
    }
}
