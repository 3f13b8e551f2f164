/// Where the user wanted to go, and the place to which they were redirected: the gate.
struct Wish<F: Fragment>: Sendable {
    let fragment: F
    fileprivate let gate: PlaceTree.Slot
    fileprivate let birth: Int
}

extension NavigationState {
    /// Remembers what was wanted, for as long as `gate` exists and the user does not leave it.
    mutating func want(_ fragment: F, at gate: PlaceTree.Slot) {
        wish = Wish(fragment: fragment, gate: gate, birth: tree[gate].birth)
    }

    /// Forgets what was wanted if something is presented from a place that is neither the gate nor a descendant of it.
    mutating func forgetWish(leaving source: PlaceTree.Slot) {
        guard let wish else { return }
        var slot: PlaceTree.Slot? = source
        while let current = slot, current != wish.gate { slot = tree[current].parent }
        if slot == nil || tree[wish.gate].birth != wish.birth { self.wish = nil }
    }

    /// Forgets what was wanted if the gate is gone, or if it is presented by now.
    mutating func forgetWishIfDone() {
        guard let wish else { return }
        if tree[wish.gate].birth != wish.birth || isPresented(wish.fragment) { self.wish = nil }
    }
}
