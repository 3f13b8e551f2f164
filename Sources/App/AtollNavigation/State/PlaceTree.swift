/// The tree of places behind a navigation state: which places there are, how they are connected, and which are
/// presented.
///
/// Fragments and segues are numbers of the graph here. Places are stored in slots and linked with each other, so that
/// the cost of adding, finding and removing one does not depend on how many there are. Invariants (see ``fault``):
///
/// - The root is in slot 0 and is never removed. Every other place has a parent that is older than it.
/// - Each of a parent's segues leads to at most one child. The same fragment and id can have several parents: those
///   places are twins, linked from the one in `slots` on.
/// - A place is active if it is the root, or if its parent is active and: the parent has passed to it; or it is held,
///   and its parent has not passed on; or it is its parent's newest pick, and its parent has not passed on.
/// - A place is presented if it is active and has not passed on.
struct PlaceTree: Sendable {
    typealias Slot = Int

    struct Key: Hashable, Sendable {
        let fragment: Int
        /// The number of the id, for a member of a family.
        let id: Int?
    }

    struct Child: Hashable, Sendable {
        let parent: Slot
        let segue: Int
    }

    struct Place: Sendable {
        var key: Key
        var style: SegueStyle
        /// The segue that leads here; -1 for the root.
        var segue: Int
        var parent: Slot?
        // Siblings, oldest first.
        var firstChild: Slot?
        var lastChild: Slot?
        var nextSibling: Slot?
        var previousSibling: Slot?
        // All places, oldest first.
        var newer: Slot?
        var older: Slot?
        /// Grows with each presentation.
        var sequence = 0
        /// Distinguishes the place from others that occupy the same slot before or after it; -1 if the slot is free.
        var birth = 0
        var passedTo: Slot?
        var newestPick: Slot?
        var isActive = false
        /// The index of this slot in `presented`, or nil if the place is not presented.
        var presentedIndex: Int?
        // Places with the same key, in no particular order.
        var nextTwin: Slot?
        var previousTwin: Slot?
        /// The index of this slot in `byFragment`.
        var fragmentIndex = 0
    }

    private(set) var places: [Place] = []
    private var free: [Slot] = []
    /// One of the places with each key; ``Place/nextTwin`` leads to the others.
    private(set) var slots: [Key: Slot] = [:]
    private var children: [Child: Slot] = [:]
    /// The places of a fragment, in no particular order.
    private(set) var byFragment: [Int: [Slot]] = [:]
    /// The presented places, in no particular order.
    private(set) var presented: [Slot] = []
    private(set) var newest: Slot = 0
    private var lastSequence = 0
    /// The keys of the places that were presented or hidden since the log was emptied; nil without a log.
    var log: [Key]?

    static let root: Slot = 0

    init(root fragment: Int) {
        let key = Key(fragment: fragment, id: nil)
        places.append(Place(key: key, style: .hold, segue: -1))
        slots[key] = Self.root
        byFragment[fragment] = [Self.root]
        setActive(Self.root)
    }

    subscript(slot: Slot) -> Place { places[slot] }

    /// Gives the root another key, for an entry that belongs to a family.
    mutating func setRoot(_ key: Key) {
        slots[places[Self.root].key] = nil
        places[Self.root].key = key
        slots[key] = Self.root
    }

    /// The number of places.
    var count: Int { places.count - free.count }

    func child(of parent: Slot, by segue: Int) -> Slot? { children[Child(parent: parent, segue: segue)] }

    func isPresented(_ slot: Slot) -> Bool { places[slot].presentedIndex != nil }

    /// The places from the oldest to the newest.
    func chronological() -> [Slot] {
        var slots: [Slot] = []
        slots.reserveCapacity(count)
        var current: Slot? = Self.root
        while let slot = current {
            slots.append(slot)
            current = places[slot].newer
        }
        return slots
    }

    // MARK: Changes

    /// Adds a new place as a child of `parent`, and updates which places are active unless `settles` is false.
    mutating func add(_ key: Key, style: SegueStyle, segue: Int, to parent: Slot, settles: Bool = true) -> Slot {
        lastSequence += 1
        var place = Place(key: key, style: style, segue: segue, parent: parent)
        place.sequence = lastSequence
        place.birth = lastSequence
        let slot: Slot
        if let reused = free.popLast() {
            slot = reused
            places[slot] = place
        } else {
            slot = places.count
            places.append(place)
        }
        places[slot].nextTwin = slots[key]
        if let twin = slots[key] { places[twin].previousTwin = slot }
        slots[key] = slot
        children[Child(parent: parent, segue: segue)] = slot
        places[slot].fragmentIndex = byFragment[key.fragment]?.count ?? 0
        byFragment[key.fragment, default: []].append(slot)
        linkSibling(slot)
        linkNewest(slot)
        if settles { takePlace(slot) } else { note(slot) }
        return slot
    }

    /// Removes a place with its subtree, and shows what it had hidden.
    mutating func remove(_ slot: Slot) {
        guard let parent = places[slot].parent else { preconditionFailure("The root is never removed.") }
        let (style, segue) = (places[slot].style, places[slot].segue)
        children[Child(parent: parent, segue: segue)] = nil
        unlinkSibling(slot)
        for gone in subtree(of: slot) { forget(gone) }
        switch style {
        case .hold: break
        case .pass:
            places[parent].passedTo = nil
            if places[parent].isActive { activate(parent) }
        case .pick:
            guard places[parent].newestPick == slot else { break }
            places[parent].newestPick = newestPickChild(of: parent)
            if let pick = places[parent].newestPick, isPresented(parent) { activate(pick) }
        }
    }

    /// Removes all descendants of a place and makes it the newest. It is then presented if it is active.
    mutating func clear(_ slot: Slot) {
        while let child = places[slot].firstChild {
            children[Child(parent: slot, segue: places[child].segue)] = nil
            unlinkSibling(child)
            for gone in subtree(of: child) { forget(gone) }
        }
        places[slot].passedTo = nil
        places[slot].newestPick = nil
        if places[slot].isActive { activate(slot) }
        renew(slot)
    }

    /// Makes a place, with its subtree, the newest; a pick comes to the front.
    mutating func touch(_ slot: Slot) {
        for place in subtree(of: slot).sorted(by: { places[$0].sequence < places[$1].sequence }) { renew(place) }
        guard places[slot].parent != nil else { return }
        unlinkSibling(slot)
        linkSibling(slot)
        if places[slot].style == .pick { takePlace(slot) }
    }

    /// Determines which places are active, after places were added without doing so.
    mutating func settle() {
        for slot in presented { places[slot].presentedIndex = nil }
        presented = []
        for slot in chronological() { places[slot].isActive = false }
        activate(Self.root)
    }

    // MARK: Activity

    private mutating func note(_ slot: Slot) {
        guard let parent = places[slot].parent else { return }
        switch places[slot].style {
        case .hold: break
        case .pass: places[parent].passedTo = slot
        case .pick: places[parent].newestPick = slot
        }
    }

    /// Applies the effect that a place has on its siblings as the newest of them.
    private mutating func takePlace(_ slot: Slot) {
        guard let parent = places[slot].parent else { return }
        switch places[slot].style {
        case .hold: break
        case .pass: hideChildren(of: parent)
        case .pick: if let other = places[parent].newestPick, other != slot { deactivate(other) }
        }
        note(slot)
        guard places[parent].isActive, places[parent].passedTo == nil || places[parent].passedTo == slot else { return }
        if places[slot].style == .pass { setPresented(parent, false) }
        if !places[slot].isActive { activate(slot) }
    }

    private mutating func hideChildren(of slot: Slot) {
        var child = places[slot].firstChild
        while let current = child {
            if places[current].isActive { deactivate(current) }
            child = places[current].nextSibling
        }
    }

    /// Makes a place active, and everything that it shows.
    private mutating func activate(_ slot: Slot) {
        var waiting = [slot]
        while let current = waiting.popLast() {
            setActive(current)
            if let next = places[current].passedTo {
                waiting.append(next)
                continue
            }
            var child = places[current].firstChild
            while let held = child {
                if places[held].style == .hold || places[current].newestPick == held { waiting.append(held) }
                child = places[held].nextSibling
            }
        }
    }

    private mutating func deactivate(_ slot: Slot) {
        var waiting = [slot]
        while let current = waiting.popLast() {
            places[current].isActive = false
            setPresented(current, false)
            var child = places[current].firstChild
            while let next = child {
                if places[next].isActive { waiting.append(next) }
                child = places[next].nextSibling
            }
        }
    }

    private mutating func setActive(_ slot: Slot) {
        places[slot].isActive = true
        setPresented(slot, places[slot].passedTo == nil)
    }

    private mutating func setPresented(_ slot: Slot, _ isPresented: Bool) {
        if isPresented {
            guard places[slot].presentedIndex == nil else { return }
            places[slot].presentedIndex = presented.count
            presented.append(slot)
            log?.append(places[slot].key)
        } else if let index = places[slot].presentedIndex {
            places[slot].presentedIndex = nil
            log?.append(places[slot].key)
            let last = presented.removeLast()
            if last != slot {
                presented[index] = last
                places[last].presentedIndex = index
            }
        }
    }

    private func newestPickChild(of parent: Slot) -> Slot? {
        // Siblings are in the order of their presentation.
        var child = places[parent].lastChild
        while let current = child, places[current].style != .pick { child = places[current].previousSibling }
        return child
    }

    // MARK: Links

    func subtree(of slot: Slot) -> [Slot] {
        var found = [slot]
        var index = 0
        while index < found.count {
            var child = places[found[index]].firstChild
            while let current = child {
                found.append(current)
                child = places[current].nextSibling
            }
            index += 1
        }
        return found
    }

    /// Removes a slot from every index.
    private mutating func forget(_ slot: Slot) {
        setPresented(slot, false)
        let place = places[slot]
        if let parent = place.parent { children[Child(parent: parent, segue: place.segue)] = nil }
        if let previous = place.previousTwin {
            places[previous].nextTwin = place.nextTwin
        } else {
            slots[place.key] = place.nextTwin
        }
        if let next = place.nextTwin { places[next].previousTwin = place.previousTwin }
        if var others = byFragment[place.key.fragment] {
            byFragment[place.key.fragment] = nil
            let last = others.removeLast()
            if last != slot {
                others[place.fragmentIndex] = last
                places[last].fragmentIndex = place.fragmentIndex
            }
            byFragment[place.key.fragment] = others.isEmpty ? nil : others
        }
        unlinkNewest(slot)
        places[slot].birth = -1
        free.append(slot)
    }

    private mutating func linkSibling(_ slot: Slot) {
        guard let parent = places[slot].parent else { return }
        places[slot].nextSibling = nil
        places[slot].previousSibling = places[parent].lastChild
        if let last = places[parent].lastChild {
            places[last].nextSibling = slot
        } else {
            places[parent].firstChild = slot
        }
        places[parent].lastChild = slot
    }

    private mutating func unlinkSibling(_ slot: Slot) {
        guard let parent = places[slot].parent else { return }
        let (previous, next) = (places[slot].previousSibling, places[slot].nextSibling)
        if let previous { places[previous].nextSibling = next } else { places[parent].firstChild = next }
        if let next { places[next].previousSibling = previous } else { places[parent].lastChild = previous }
        places[slot].previousSibling = nil
        places[slot].nextSibling = nil
    }

    private mutating func linkNewest(_ slot: Slot) {
        places[newest].newer = slot
        places[slot].older = newest
        places[slot].newer = nil
        newest = slot
    }

    private mutating func unlinkNewest(_ slot: Slot) {
        let (older, newer) = (places[slot].older, places[slot].newer)
        if let older { places[older].newer = newer }
        if let newer { places[newer].older = older } else if let older { newest = older }
        places[slot].older = nil
        places[slot].newer = nil
    }

    private mutating func renew(_ slot: Slot) {
        guard slot != Self.root, slot != newest else { return }
        lastSequence += 1
        places[slot].sequence = lastSequence
        unlinkNewest(slot)
        linkNewest(slot)
    }
}
