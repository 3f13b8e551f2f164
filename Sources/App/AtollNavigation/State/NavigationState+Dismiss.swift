/// Dismissing, as ``NavigationCommand`` describes it.
extension NavigationState {
    /// Dismisses a fragment: see ``NavigationCommand/dismiss(_:)``.
    public mutating func dismiss(_ fragment: F) throws(NavigationError<F>) { remove(try dismissable(fragment)) }

    /// Dismisses a member of a family: see ``NavigationCommand/dismissAny(_:)``.
    public mutating func dismissAny(_ fragment: F) throws(NavigationError<F>) {
        remove(try dismissableAny(fragment))
    }

    /// Dismisses an edge's target: see ``NavigationCommand/dismissEdge(_:)``.
    public mutating func dismiss(_ edge: GraphEdge<F>) throws(NavigationError<F>) { remove(try dismissable(edge)) }

    /// Dismisses a tagged segue's target: see ``NavigationCommand/dismissTag(_:)``.
    public mutating func dismiss(tag: SegueTag) throws(NavigationError<F>) { remove(try dismissable(tag: tag)) }

    /// Dismisses the newest place that can be dismissed: see ``NavigationCommand/dismissLast``.
    public mutating func dismiss() throws(NavigationError<F>) { remove(try newestDismissable()) }

    /// Removes a place. A user who dismisses what they were redirected to, such as a sign-in, no longer wants what it
    /// was for.
    private mutating func remove(_ slot: PlaceTree.Slot) {
        tree.remove(slot)
        forgetWishIfDone()
    }

    // MARK: What can be dismissed

    func dismissable(_ fragment: F) throws(NavigationError<F>) -> PlaceTree.Slot {
        try dismissable(key(of: fragment).flatMap { tree.newest(of: $0, where: \.isActive) }, fragment)
    }

    func dismissableAny(_ fragment: F) throws(NavigationError<F>) -> PlaceTree.Slot {
        let places = graph.number(of: fragment).flatMap { tree.byFragment[$0] } ?? []
        return try dismissable(newestSlot(places.filter { tree[$0].isActive }), fragment)
    }

    func dismissable(_ edge: GraphEdge<F>) throws(NavigationError<F>) -> PlaceTree.Slot {
        guard graph.segue(along: edge) != nil else { throw .noSegue(edge) }
        let from = key(of: edge.from)
        let newest = key(of: edge.to).flatMap { key in
            tree.newest(of: key) { place in place.isActive && place.parent.map { tree[$0].key == from } ?? false }
        }
        return try dismissable(newest, edge.to)
    }

    func dismissable(tag: SegueTag) throws(NavigationError<F>) -> PlaceTree.Slot {
        guard let segues = graph.tagged[tag], let first = segues.first else { throw .unknownTag(tag) }
        let places = segues.flatMap { segue in
            (tree.byFragment[graph.ends[segue].to] ?? []).filter { tree[$0].segue == segue && tree[$0].isActive }
        }
        return try dismissable(newestSlot(places), graph.segues[first].to)
    }

    private func dismissable(_ slot: PlaceTree.Slot?, _ fragment: F) throws(NavigationError<F>) -> PlaceTree.Slot {
        guard let slot else { throw .notPresented(fragment) }
        guard slot != PlaceTree.root else { throw .entryNotDismissable(fragment) }
        guard graph.rules[tree[slot].segue].isDismissable else { throw .notDismissable(edge(to: slot)) }
        return slot
    }

    func newestDismissable() throws(NavigationError<F>) -> PlaceTree.Slot {
        var current: PlaceTree.Slot? = tree.newest
        while let slot = current, slot != PlaceTree.root {
            if tree[slot].isActive, graph.rules[tree[slot].segue].isDismissable { return slot }
            current = tree[slot].older
        }
        throw .nothingToDismiss
    }
}
