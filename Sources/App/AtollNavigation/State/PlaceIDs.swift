/// The members of families that are on a path, or were recently, by number: the tree of places contains numbers only.
struct PlaceIDs<F: Fragment>: Sendable {
    private var keys: [F: PlaceTree.Key] = [:]
    private var fragments: [Int: F] = [:]
    private var last = 0

    var count: Int { keys.count }

    /// The key of a fragment that was added, or nil.
    func key(of fragment: F) -> PlaceTree.Key? { keys[fragment] }

    subscript(id: Int) -> F {
        guard let fragment = fragments[id] else { preconditionFailure("A place has an id that was never assigned.") }
        return fragment
    }

    /// The key of a fragment, which is added if it is new.
    ///
    /// - Complexity: O(1) on average.
    mutating func add(_ fragment: F, family: Int) -> PlaceTree.Key {
        if let known = keys[fragment] { return known }
        last += 1
        let key = PlaceTree.Key(fragment: family, id: last)
        keys[fragment] = key
        fragments[last] = fragment
        return key
    }

    /// Forgets the fragments that have no place in `tree`, once they clearly outnumber its places.
    ///
    /// - Complexity: O(1) amortized over what was added.
    mutating func forgetOthers(than tree: PlaceTree) {
        guard keys.count > 2 * tree.count + 64 else { return }
        keys = keys.filter { tree.slots[$0.value] != nil }
        fragments = [:]
        for (fragment, key) in keys { if let id = key.id { fragments[id] = fragment } }
    }
}
