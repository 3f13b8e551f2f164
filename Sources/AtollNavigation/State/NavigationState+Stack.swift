extension NavigationState {
    /// The places that were pushed on one: what it has passed to, what that has passed to, and so on.
    ///
    /// Empty where the place is not on the path, or what it is part of is hidden: a stack of a tab that is not picked is as it was left, so
    /// it is answered too.
    ///
    /// - Complexity: O(*k*) in their number.
    public func stack(from place: PathFragment<F>) -> [PathFragment<F>] {
        var stack: [PathFragment<F>] = []
        var slot = slot(of: place)
        while let next = slot.flatMap({ tree[$0].passedTo }) {
            stack.append(self.place(at: next))
            slot = next
        }
        return stack
    }

    /// Sets what is pushed on a place: what both have in common stays, what is left over is dismissed, what is new is presented.
    ///
    /// - Throws: What dismissing and presenting throw; the state is as it was then.
    /// - Complexity: O(*k*) in both numbers, and what disappears and appears.
    public mutating func setStack(
        _ stack: [PathFragment<F>], from place: PathFragment<F>
    ) throws(NavigationError<F>) {
        var changed = self
        let before = changed.stack(from: place)
        let common = zip(before, stack).prefix { $0 == $1 }.count
        if common < before.count { try changed.dismiss(before[common].fragment, id: before[common].id) }
        var source = common > 0 ? stack[common - 1] : place
        for next in stack.dropFirst(common) {
            try changed.present(GraphEdge(from: source.fragment, to: next.fragment), id: next.id)
            source = next
        }
        self = changed
    }

    /// Whether ``setStack(_:from:)`` would set it.
    ///
    /// - Complexity: That of doing it, to a copy.
    public func canSetStack(_ stack: [PathFragment<F>], from place: PathFragment<F>) -> Bool {
        var attempt = self
        return (try? attempt.setStack(stack, from: place)) != nil
    }
}
