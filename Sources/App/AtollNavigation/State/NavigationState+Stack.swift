extension NavigationState {
    /// The places that were pushed on a place: the one it has passed to, the one that has passed to, and so on.
    ///
    /// Empty if the place is not on the path. A tab that is not picked has its stack as it was left.
    ///
    /// - Complexity: O(*k*) in their number.
    public func stack(from place: F) -> [F] {
        stackRoot(place).map { stackSlots(from: $0).map { self.place(at: $0) } } ?? []
    }

    /// The place at which a stack begins: of several with the same fragment, the oldest active one, since pushed places
    /// are newer; if none is active, the oldest one.
    private func stackRoot(_ place: F) -> PlaceTree.Slot? {
        guard let key = key(of: place) else { return nil }
        return tree.oldest(of: key, where: \.isActive) ?? tree.oldest(of: key)
    }

    private func stackSlots(from slot: PlaceTree.Slot) -> [PlaceTree.Slot] {
        var stack: [PlaceTree.Slot] = []
        while let next = tree[stack.last ?? slot].passedTo { stack.append(next) }
        return stack
    }

    /// Sets what is pushed on a place: see ``NavigationCommand/setStack(_:from:)``.
    public mutating func setStack(_ stack: [F], from place: F) throws(NavigationError<F>) {
        guard let root = stackRoot(place) else { throw .notOnPath(place) }
        var changed = self
        let before = stackSlots(from: root)
        let common = zip(before, stack).prefix { self.place(at: $0) == $1 }.count
        if common < before.count {
            guard graph.rules[tree[before[common]].segue].isDismissable else {
                throw .notDismissable(edge(to: before[common]))
            }
            changed.tree.remove(before[common])
        }
        var source = common > 0 ? before[common - 1] : root
        for next in stack.dropFirst(common) { source = try changed.push(next, on: source) }
        // A place that is returned to stays as it is, as after a dismissal.
        if stack.count > common, changed.tree.isPresented(source) { changed.fireAutos(from: source) }
        // An auto may have passed on, or returned to a place below.
        guard changed.tree[root].birth == tree[root].birth,
            changed.stackSlots(from: root).map({ changed.place(at: $0) }) == stack
        else { throw .leadsOn(stack.last ?? place) }
        changed.forgetWishIfDone()
        self = changed
    }

    /// Pushes a place on another one, regardless of what else is on the path.
    private mutating func push(
        _ place: F, on source: PlaceTree.Slot
    ) throws(NavigationError<F>) -> PlaceTree.Slot {
        guard let number = graph.number(of: place) else { throw .unknownFragment(place) }
        let edge = GraphEdge(from: self.place(at: source), to: place)
        guard let segue = graph.segueNumbers[.init(from: tree[source].key.fragment, to: number)] else {
            throw .noSegue(edge)
        }
        let rules = graph.segues[segue]
        guard rules.style == .pass else { throw .notPushed(edge) }
        guard isOpen(segue) else { throw .conditionUnmet(edge, rules.condition ?? Condition()) }
        forgetWish(leaving: source)
        if let other = tree.child(of: source, by: segue) { tree.remove(other) }
        return tree.add(newKey(of: place, number: number), style: .pass, segue: segue, to: source)
    }
}
