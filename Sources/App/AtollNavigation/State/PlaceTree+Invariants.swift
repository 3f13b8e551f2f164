extension PlaceTree {
    /// The first invariant of ``PlaceTree`` that does not hold, with the slot concerned, or nil if all hold. Checked
    /// after each operation in debug builds, for trees that are small enough.
    ///
    /// - Complexity: O(*n* · *k*) in the number of places and the number of a place's siblings.
    var fault: String? {
        let slots = chronological()
        if slots.count != count { return "\(slots.count) places are linked by age, but there are \(count)" }
        if newest != slots.last { return "the newest place is \(newest), but the last by age is \(slots.last ?? -1)" }
        for (older, newer) in zip(slots, slots.dropFirst()) where self[older].sequence >= self[newer].sequence {
            return "place \(newer) comes after \(older) by age, but not by sequence"
        }
        for (index, slot) in presented.enumerated() where self[slot].presentedIndex != index {
            return "place \(slot) is not at its index among those that are presented"
        }
        for slot in slots {
            if let fault = fault(at: slot) { return "place \(slot) \(fault)" }
        }
        return nil
    }

    /// Like ``fault``, but nil for a tree so large that checking it each time would slow down a debug build.
    var faultIfSmall: String? { count > 64 ? nil : fault }

    private func fault(at slot: Slot) -> String? {
        let place = self[slot]
        if !isFound(slot) { return "is not found by its key" }
        if byFragment[place.key.fragment]?[place.fragmentIndex] != slot { return "is not found by its fragment" }
        if place.isActive != shouldBeActive(slot) { return place.isActive ? "is active" : "is not active" }
        if isPresented(slot) != (place.isActive && place.passedTo == nil) {
            return isPresented(slot) ? "is presented" : "is not presented"
        }
        guard let parent = place.parent else { return slot == Self.root ? nil : "has no parent" }
        if !children(of: parent).contains(slot) { return "is not among its siblings" }
        if child(of: parent, by: place.segue) != slot { return "is not found by its parent and segue" }
        if self[parent].sequence >= place.sequence { return "is not newer than its parent" }
        return nil
    }

    private func isFound(_ slot: Slot) -> Bool {
        newest(of: self[slot].key) { $0.sequence == self[slot].sequence } == slot
    }

    private func shouldBeActive(_ slot: Slot) -> Bool {
        guard let parent = self[slot].parent else { return true }
        guard self[parent].isActive else { return false }
        if let next = self[parent].passedTo { return next == slot }
        return self[slot].style == .hold || self[parent].newestPick == slot
    }

    /// The children of a place, oldest first.
    func children(of slot: Slot) -> [Slot] {
        var children: [Slot] = []
        var current = self[slot].firstChild
        while let child = current {
            children.append(child)
            current = self[child].nextSibling
        }
        return children
    }
}
