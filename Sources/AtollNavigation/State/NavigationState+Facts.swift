extension NavigationState {
    public mutating func setFacts(_ facts: Set<Fact>) {
        guard facts != self.facts else { return }
        self.facts = facts
        if !leaveClosedWays(), let wanted {
            var attempt = self
            attempt.wanted = nil
            if (try? attempt.go(to: wanted)) != nil, attempt.isPresented(wanted) {
                self = attempt
            }
        }
        for slot in tree.presented.sorted(by: { tree[$0].sequence < tree[$1].sequence })
        where tree.isPresented(slot) && tree[slot].firstChild == nil {
            fireAutos(from: slot)
        }
    }

    /// Adds or removes one fact.
    public mutating func set(_ fact: Fact, _ isTrue: Bool) {
        var facts = facts
        if isTrue { facts.insert(fact) } else { facts.remove(fact) }
        setFacts(facts)
    }

    /// Removes the places whose segues are no longer open, with all that hangs from them, and goes where those redirect.
    ///
    /// - Returns: Whether a redirect was taken; what had been there is wanted then.
    private mutating func leaveClosedWays() -> Bool {
        var left: [(place: F, source: PlaceTree.Slot, birth: Int, segue: Int)] = []
        // A place stands after the one that it hangs from, which may have gone already.
        for (slot, birth) in tree.chronological().dropFirst().map({ ($0, tree[$0].birth) }) {
            guard tree[slot].birth == birth, let source = tree[slot].parent, !isOpen(tree[slot].segue) else { continue }
            left.append((place(at: slot), source, tree[source].birth, tree[slot].segue))
            tree.remove(slot)
        }
        var isRedirected = false
        for (place, source, birth, segue) in left {
            guard tree[source].birth == birth, tree.isPresented(source), let redirect = redirectSegue(of: segue) else {
                continue
            }
            wanted = place
            isRedirected = true
            fireAutos(from: arrive(by: redirect, from: source))
        }
        // What was shown last comes back with the fact, unless the user goes elsewhere meanwhile.
        if !isRedirected, wanted == nil { wanted = left.last { tree[$0.source].birth == $0.birth }?.place }
        return isRedirected
    }
}
