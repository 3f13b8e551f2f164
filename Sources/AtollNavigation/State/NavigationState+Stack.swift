extension NavigationState {
    /// The places that were pushed on one: what it has passed to, what that has passed to, and so on.
    ///
    /// Empty where the place is not on the path, or what it is part of is hidden: a stack of a tab that is not picked is as it was left, so
    /// it is answered too.
    ///
    /// - Complexity: O(*k*) in their number.
    public func stack(from place: PathFragment<F>) -> [PathFragment<F>] {
        stackRoot(place).map { stackSlots(from: $0).map { self.place(at: $0) } } ?? []
    }

    /// The place that a stack is meant to begin at: of several that are alike the oldest that is active, since what is pushed is newer; or
    /// else the oldest that is hidden.
    private func stackRoot(_ place: PathFragment<F>) -> PlaceTree.Slot? {
        guard let key = key(of: place) else { return nil }
        return tree.oldest(of: key, where: \.isActive) ?? tree.oldest(of: key)
    }

    private func stackSlots(from slot: PlaceTree.Slot) -> [PlaceTree.Slot] {
        var stack: [PlaceTree.Slot] = []
        while let next = tree[stack.last ?? slot].passedTo { stack.append(next) }
        return stack
    }

    /// Sets what is pushed on a place, exactly: what both have in common stays, what is left over is dismissed, what is new is pushed.
    /// The same place may be pushed several times. A stack of a tab that is not picked can be set, too.
    ///
    /// - Throws: Where the place is not on the path, a segue is missing, closed or does not pass, what is left over can't be dismissed, or
    ///   something leads on from the end by itself; the state is as it was then.
    /// - Complexity: O(*k*) in both numbers, and what disappears and appears.
    public mutating func setStack(
        _ stack: [PathFragment<F>], from place: PathFragment<F>
    ) throws(NavigationError<F>) {
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
        if changed.tree.isPresented(source) { changed.fireAutos(from: source) }
        // An auto may have passed on, or returned to a place below.
        guard changed.tree[root].birth == tree[root].birth,
            changed.stackSlots(from: root).map({ changed.place(at: $0) }) == stack
        else { throw .leadsOn(stack.last ?? place) }
        self = changed
    }

    /// Pushes a place on another one, whatever else is on the path.
    private mutating func push(
        _ place: PathFragment<F>, on source: PlaceTree.Slot
    ) throws(NavigationError<F>) -> PlaceTree.Slot {
        guard let key = key(of: place) else { throw .unknownFragment(place.fragment) }
        let edge = GraphEdge(from: self.place(at: source).fragment, to: place.fragment)
        guard let segue = graph.segueNumbers[.init(from: tree[source].key.fragment, to: key.fragment)] else {
            throw .noSegue(edge)
        }
        let rules = graph.segues[segue]
        guard rules.style == .pass else { throw .notPushed(edge) }
        guard isOpen(segue) else { throw .conditionUnmet(edge, rules.condition ?? Condition()) }
        wanted = nil
        if let other = tree.child(of: source, by: segue) { tree.remove(other) }
        return tree.add(key, style: .pass, segue: segue, to: source)
    }

    /// Whether ``setStack(_:from:)`` would set it.
    ///
    /// - Complexity: That of doing it, to a copy.
    public func canSetStack(_ stack: [PathFragment<F>], from place: PathFragment<F>) -> Bool {
        var attempt = self
        return (try? attempt.setStack(stack, from: place)) != nil
    }
}
