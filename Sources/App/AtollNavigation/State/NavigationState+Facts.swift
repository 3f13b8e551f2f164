extension NavigationState {
    /// Replaces the set of true facts: see ``NavigationCommand/setFacts(_:)``.
    public mutating func setFacts(_ facts: Set<Fact>) {
        guard facts != self.facts else { return }
        let before = self.facts
        self.facts = facts
        if !leaveClosedWays(), let wanted {
            var attempt = self
            attempt.wish = nil
            if (try? attempt.go(to: wanted)) != nil, attempt.isPresented(wanted) {
                self = attempt
            }
        }
        for slot in tree.presented.sorted(by: { tree[$0].sequence < tree[$1].sequence })
        where tree.isPresented(slot) && hasOpenedAuto(slot, before) { fireAutos(from: slot) }
    }

    /// Whether a fact that a segue requires is missing.
    private func lacksFact(_ segue: Int) -> Bool {
        !(graph.rules[segue].condition?.required.isSubset(of: facts) ?? true)
    }

    /// Whether the auto of a place is open now and was not with the facts `before`. What was dismissed while it was
    /// open does not come back.
    private func hasOpenedAuto(_ slot: PlaceTree.Slot, _ before: Set<Fact>) -> Bool {
        guard let auto = graph.autos[tree[slot].key.fragment], isOpen(auto), tree.child(of: slot, by: auto) == nil
        else {
            return false
        }
        return !(graph.rules[auto].condition?.isMet(by: before) ?? true)
    }

    /// Adds or removes one fact.
    public mutating func set(_ fact: Fact, _ isTrue: Bool) {
        var facts = facts
        if isTrue { facts.insert(fact) } else { facts.remove(fact) }
        setFacts(facts)
    }

    /// Removes the places whose segues are no longer open, with their subtrees, and goes where those segues redirect.
    ///
    /// - Returns: Whether a redirect was taken; the removed place is wanted then.
    private mutating func leaveClosedWays() -> Bool {
        var left: [(place: F, source: PlaceTree.Slot, birth: Int, segue: Int, wasActive: Bool)] = []
        // A place comes after its parent, which may have been removed already.
        for (slot, birth) in tree.chronological().dropFirst().map({ ($0, tree[$0].birth) }) {
            guard tree[slot].birth == birth, let source = tree[slot].parent, !isOpen(tree[slot].segue) else { continue }
            left.append((place(at: slot), source, tree[source].birth, tree[slot].segue, tree[slot].isActive))
            tree.remove(slot)
        }
        var isRedirected = false
        for (place, source, birth, segue, _) in left {
            guard tree[source].birth == birth, tree.isPresented(source), let redirect = redirectSegue(of: segue) else {
                continue
            }
            isRedirected = true
            lead(by: redirect, from: source, wanting: place)
        }
        forgetWishIfDone()
        // A place that needed a fact comes back with it, unless the user goes elsewhere in the meantime.
        if wish == nil,
            let last = left.last(where: { $0.wasActive && tree[$0.source].birth == $0.birth && lacksFact($0.segue) })
        {
            want(last.place, at: last.source)
        }
        return isRedirected
    }
}
