/// Lookup by fragment and id. Several places can have the same ones: twins.
extension PlaceTree {
    /// The newest place with a key that satisfies `fits`, or nil.
    ///
    /// - Complexity: O(*k*) in the places with the key, usually one.
    func newest(of key: Key, where fits: (Place) -> Bool = { _ in true }) -> Slot? {
        var newest: Slot?
        var current = slots[key]
        while let slot = current {
            if fits(self[slot]), newest.map({ self[$0].sequence < self[slot].sequence }) ?? true { newest = slot }
            current = self[slot].nextTwin
        }
        return newest
    }

    /// The oldest place with a key that satisfies `fits`, or nil.
    ///
    /// - Complexity: O(*k*) in the places with the key, usually one.
    func oldest(of key: Key, where fits: (Place) -> Bool = { _ in true }) -> Slot? {
        var oldest: Slot?
        var current = slots[key]
        while let slot = current {
            if fits(self[slot]), oldest.map({ self[$0].sequence > self[slot].sequence }) ?? true { oldest = slot }
            current = self[slot].nextTwin
        }
        return oldest
    }

    /// Whether a place with a key is presented.
    ///
    /// - Complexity: O(*k*) in the places with the key, usually one.
    func isPresented(_ key: Key) -> Bool {
        var current = slots[key]
        while let slot = current {
            if self[slot].presentedIndex != nil { return true }
            current = self[slot].nextTwin
        }
        return false
    }

    /// The nearest place with a key among `slot` and its ancestors, or nil.
    ///
    /// - Complexity: O(1) if no place has the key; otherwise O(*d*) in the depth of `slot`.
    func nearest(_ key: Key, upFrom slot: Slot) -> Slot? {
        guard slots[key] != nil else { return nil }
        var current: Slot? = slot
        while let place = current {
            if self[place].key == key { return place }
            current = self[place].parent
        }
        return nil
    }
}
