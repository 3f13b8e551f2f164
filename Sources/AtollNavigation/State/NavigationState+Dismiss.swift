extension NavigationState {
    /// Dismisses a fragment that has no id, with all that hangs from it.
    ///
    /// - Throws: Where it is not presented and nothing that hangs from it is, or its segue is not dismissable.
    /// - Complexity: What disappears and appears.
    public mutating func dismiss(_ fragment: F, id: FragmentID? = nil) throws(NavigationError<F>) {
        tree.remove(try dismissable(PathFragment(fragment, id: id)))
    }

    /// Dismisses the newest place of a fragment, whatever its id, with all that hangs from it.
    ///
    /// - Throws: As ``dismiss(_:id:)``.
    /// - Complexity: O(*k*) in the fragment's places on the path; then what disappears and appears.
    public mutating func dismissWithAnyID(_ fragment: F) throws(NavigationError<F>) {
        tree.remove(try dismissableWithAnyID(fragment))
    }

    /// Whether ``dismissWithAnyID(_:)`` would dismiss something.
    public func canDismissWithAnyID(_ fragment: F) -> Bool { (try? dismissableWithAnyID(fragment)) != nil }

    /// Dismisses an edge's target, whatever its id, from its source: the newest one.
    ///
    /// - Throws: Where the graph has no such segue, none of its targets is presented, or it is not dismissable.
    /// - Complexity: O(*k*) in the target's places on the path; then what disappears and appears.
    public mutating func dismiss(_ edge: GraphEdge<F>) throws(NavigationError<F>) {
        tree.remove(try dismissable(edge))
    }

    /// Dismisses the newest place to which a segue with this tag led.
    ///
    /// - Throws: Where no segue has the tag, none of their targets is presented, or the newest is not dismissable.
    /// - Complexity: O(*k*) in the segues with the tag and their targets' places; then what disappears and appears.
    public mutating func dismiss(tag: Segue<F>.Tag) throws(NavigationError<F>) {
        tree.remove(try dismissable(tag: tag))
    }

    /// Dismisses the newest place that can be dismissed and that is presented, or that something presented hangs from.
    ///
    /// - Throws: ``NavigationError/nothingToDismiss``.
    /// - Complexity: O(*n*) in the newer places that can't be dismissed; then what disappears and appears.
    public mutating func dismiss() throws(NavigationError<F>) {
        tree.remove(try newestDismissable())
    }

    /// Whether ``dismiss(_:id:)`` would dismiss the fragment.
    public func canDismiss(_ fragment: F, id: FragmentID? = nil) -> Bool {
        (try? dismissable(PathFragment(fragment, id: id))) != nil
    }

    /// Whether the edge's target can be dismissed.
    public func canDismiss(_ edge: GraphEdge<F>) -> Bool { (try? dismissable(edge)) != nil }

    /// Whether something can be dismissed by this tag.
    public func canDismiss(tag: Segue<F>.Tag) -> Bool { (try? dismissable(tag: tag)) != nil }

    /// Whether ``dismiss()`` would dismiss something.
    public var canDismiss: Bool { (try? newestDismissable()) != nil }

    /// Presents `fragment` among those of `fragments`, as a tab bar does; nil dismisses the newest of them that is presented. Places with ids
    /// are not looked at.
    public mutating func pick(_ fragment: F?, among fragments: [F]) throws(NavigationError<F>) {
        if let fragment {
            guard picked(among: fragments) != fragment else { return }
            try present(fragment)
        } else if let current = picked(among: fragments) {
            try dismiss(current)
        }
    }

    /// Whether ``pick(_:among:)`` would do what it is asked.
    ///
    /// - Complexity: O(*k*) in the number of `fragments`.
    public func canPick(_ fragment: F?, among fragments: [F]) -> Bool {
        let current = picked(among: fragments)
        guard let fragment else { return current.map { canDismiss($0) } ?? true }
        return current == fragment || canPresent(fragment)
    }

    private func dismissable(_ place: PathFragment<F>) throws(NavigationError<F>) -> PlaceTree.Slot {
        guard let slot = key(of: place).flatMap({ tree.newest(of: $0, where: \.isActive) }) else {
            throw .notPresented(place)
        }
        guard slot != PlaceTree.root else { throw .entryNotDismissable(place.fragment) }
        guard graph.rules[tree[slot].segue].isDismissable else { throw .notDismissable(edge(to: slot)) }
        return slot
    }

    private func dismissableWithAnyID(_ fragment: F) throws(NavigationError<F>) -> PlaceTree.Slot {
        let places = graph.numbers[fragment].flatMap { tree.byFragment[$0] } ?? []
        guard let newest = newestSlot(places.filter { tree[$0].isActive }) else {
            throw .notPresented(PathFragment(fragment))
        }
        guard newest != PlaceTree.root else { throw .entryNotDismissable(fragment) }
        guard graph.rules[tree[newest].segue].isDismissable else { throw .notDismissable(edge(to: newest)) }
        return newest
    }

    private func dismissable(_ edge: GraphEdge<F>) throws(NavigationError<F>) -> PlaceTree.Slot {
        guard let from = graph.numbers[edge.from], let to = graph.numbers[edge.to],
            let segue = graph.segueNumbers[.init(from: from, to: to)]
        else { throw .noSegue(edge) }
        let places = (tree.byFragment[to] ?? []).filter { tree[$0].segue == segue && tree[$0].isActive }
        guard let newest = newestSlot(places) else { throw .notPresented(PathFragment(edge.to)) }
        guard graph.rules[segue].isDismissable else { throw .notDismissable(edge) }
        return newest
    }

    private func dismissable(tag: Segue<F>.Tag) throws(NavigationError<F>) -> PlaceTree.Slot {
        guard let segues = graph.tagged[tag], let first = segues.first else { throw .unknownTag(tag) }
        let places = segues.flatMap { segue in
            (tree.byFragment[graph.ends[segue].to] ?? []).filter { tree[$0].segue == segue && tree[$0].isActive }
        }
        guard let newest = newestSlot(places) else { throw .notPresented(PathFragment(graph.segues[first].to)) }
        guard graph.rules[tree[newest].segue].isDismissable else { throw .notDismissable(edge(to: newest)) }
        return newest
    }

    private func newestDismissable() throws(NavigationError<F>) -> PlaceTree.Slot {
        var current: PlaceTree.Slot? = tree.newest
        while let slot = current, slot != PlaceTree.root {
            if tree[slot].isActive, graph.rules[tree[slot].segue].isDismissable { return slot }
            current = tree[slot].older
        }
        throw .nothingToDismiss
    }
}
