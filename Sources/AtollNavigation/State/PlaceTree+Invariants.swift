extension PlaceTree {
    /// Whether everything that ``PlaceTree`` promises is so. Asserted after each operation in debug builds, for trees
    /// that are small enough for that.
    ///
    /// - Complexity: O(*n*) in the number of places.
    var isSound: Bool {
        let slots = chronological()
        return slots.count == count && newest == slots.last && slots.allSatisfy(isSound) && presentedIsSound
            && zip(slots, slots.dropFirst()).allSatisfy { self[$0].sequence < self[$1].sequence }
    }

    /// As ``isSound``, but true for a tree so large that looking at it each time would slow a debug build down.
    var isSoundIfSmall: Bool { count > 64 || isSound }

    private func isSound(_ slot: Slot) -> Bool {
        let place = self[slot]
        guard self.slot(of: place.key) == slot, byFragment[place.key.fragment]?[place.fragmentIndex] == slot,
            place.isActive == shouldBeActive(slot),
            isPresented(slot) == (place.isActive && place.passedTo == nil)
        else { return false }
        guard let parent = place.parent else { return slot == Self.root }
        let siblings = children(of: parent)
        return siblings.contains(slot) && child(of: parent, by: place.segue) == slot
            && self[parent].sequence < place.sequence
    }

    private func shouldBeActive(_ slot: Slot) -> Bool {
        guard let parent = self[slot].parent else { return true }
        guard self[parent].isActive else { return false }
        if let next = self[parent].passedTo { return next == slot }
        return self[slot].style == .hold || self[parent].newestPick == slot
    }

    private var presentedIsSound: Bool {
        presented.enumerated().allSatisfy { self[$0.element].presentedIndex == $0.offset }
    }

    private func children(of slot: Slot) -> [Slot] {
        var children: [Slot] = []
        var current = self[slot].firstChild
        while let child = current {
            children.append(child)
            current = self[child].nextSibling
        }
        return children
    }
}
