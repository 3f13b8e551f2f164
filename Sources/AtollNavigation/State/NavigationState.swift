/// What is presented in an app, and the rules by which that changes: a value.
///
/// A state holds a tree of places, the path, which begins at the graph's entry. Segues that pass hide their source and
/// all that it holds, which stays on the path and is as it was when the target is dismissed; those that hold keep both;
/// of one place's picks only the newest is presented. What is presented is a function of the path.
///
/// Every change is all or nothing: an operation that throws leaves the state as it was.
public struct NavigationState<F: Fragment>: Sendable {
    /// The rules.
    public let graph: NavigationGraph<F>
    /// What is true at the moment.
    public internal(set) var facts: Set<Fact>
    /// Where somebody wanted to go when a condition was not met; resumed when it is. It is wanted no longer once they dismiss what they were led
    /// to instead, or go elsewhere; what is presented from there on, such as the second page of a sign-in, changes nothing.
    public var wanted: F? { wish?.fragment }
    var wish: Wish<F>?

    var ids = PlaceIDs<F>()

    var tree: PlaceTree {
        didSet {
            assert(tree.faultIfSmall == nil, brokenText)
        }
    }

    #if DEBUG
    /// What was done last, for whoever has to find out how something broke.
    var lastCommands: [NavigationCommand<F>] = []
    #endif

    /// Which invariant is broken, where, and after what.
    private var brokenText: String {
        var text = "The tree of places is broken: \(tree.faultIfSmall ?? "")."
        #if DEBUG
        text += " The path: \(path). The last commands: \(lastCommands.map(\.description).joined(separator: "; "))."
        #endif
        return text
    }

    /// The state at the start: the entry is presented, and what autos lead to from there.
    public init(_ graph: NavigationGraph<F>, facts: Set<Fact> = []) {
        self.graph = graph
        self.facts = facts
        let start = PathFollower(graph)
        ids = start.ids
        tree = start.tree
        fireAutos(from: PlaceTree.root)
    }

    /// The state at a path, such as one that was kept.
    ///
    /// - Throws: ``NavigationError/brokenPath(_:_:)`` for the first step that can't be followed.
    /// - Complexity: O(*n*) in the length of the path.
    public init(
        _ graph: NavigationGraph<F>, path: PresentedPath<F>, facts: Set<Fact> = []
    ) throws(NavigationError<F>) {
        self.init(graph, facts: facts)
        try replace(with: path)
    }

    /// The path: every place but the entry, as the step that leads there, the oldest first.
    ///
    /// - Complexity: O(*n*) in its length.
    public var path: PresentedPath<F> {
        var numbers = [PlaceTree.root: 0]
        var steps: [(origin: Int, to: F)] = []
        for slot in tree.chronological().dropFirst() {
            steps.append((numbers[tree[slot].parent ?? PlaceTree.root] ?? 0, place(at: slot)))
            numbers[slot] = steps.count
        }
        return PresentedPath(from: graph.entry, steps: steps)
    }

    /// The presented places, the oldest first.
    ///
    /// - Complexity: O(*p* log *p*) in their number.
    public var presentedPlaces: [F] {
        tree.presented.sorted { tree[$0].sequence < tree[$1].sequence }.map { place(at: $0) }
    }

    /// Whether the fragment is presented.
    ///
    /// - Complexity: O(*k*) in its twins on the path, most often none.
    public func isPresented(_ fragment: F) -> Bool { key(of: fragment).map { tree.isPresented($0) } ?? false }

    /// Whether one of the fragment's family is presented.
    ///
    /// - Complexity: O(*k*) in the number of the family's places on the path, and that of reflection.
    public func isAnyPresented(_ fragment: F) -> Bool {
        graph.number(of: fragment).map { !presentedSlots(ofNumber: $0).isEmpty } ?? false
    }

    /// The presented places that are of one case, as the values that they carry, the oldest first.
    ///
    /// ```swift
    /// let products = state.presented(Screen.product)  // [30, 31]
    /// ```
    ///
    /// - Complexity: O(*p* log *p*) in the number of presented places, and that of reflection for each.
    public func presented<Value>(_ makeFragment: (Value) -> F) -> [Value] {
        presentedPlaces.compactMap { $0.value(of: makeFragment) }
    }

    /// The places that are held and on screen, the oldest first, those included that have passed to others: what sheets and covers are made of.
    ///
    /// - Complexity: O(*n*) in the length of the path.
    public var heldPlaces: [F] {
        tree.chronological().filter { tree[$0].isActive && tree[$0].parent != nil && tree[$0].style == .hold }
            .map { place(at: $0) }
    }

    /// The places that one hangs from, the nearest first: the list below a detail, the tab below the list. Of several that are alike the newest
    /// on screen is meant.
    ///
    /// ```swift
    /// state.path                                   // home -> account(3), account(3) -> payment(7)
    /// state.places(below: .payment(7))             // [.account(3), .home]
    /// ```
    ///
    /// - Complexity: O(*d*) in their number.
    public func places(below place: F) -> [F] {
        guard
            var slot = key(of: place).flatMap({ key in
                tree.newest(of: key, where: \.isActive) ?? tree.newest(of: key) { _ in true }
            })
        else { return [] }
        var places: [F] = []
        while let parent = tree[slot].parent {
            places.append(self.place(at: parent))
            slot = parent
        }
        return places
    }

    /// The one of `fragments` that is presented, the newest where several are, or nil.
    ///
    /// - Complexity: O(*k*) in their number.
    public func picked(among fragments: [F]) -> F? {
        func newest(_ fragment: F) -> Int? {
            key(of: fragment).flatMap { tree.newest(of: $0) { $0.presentedIndex != nil } }.map { tree[$0].sequence }
        }
        return fragments.compactMap { fragment in newest(fragment).map { (fragment, $0) } }.max { $0.1 < $1.1 }?.0
    }

    /// The one of `fragments` that is presented, or that something presented hangs from; the newest where several are, or nil. A tab
    /// on which something is pushed is hidden by it, and is selected all the same.
    ///
    /// - Complexity: O(*k*) in the places of these fragments on the path.
    public func selected(among fragments: [F]) -> F? {
        var newest: (fragment: F, sequence: Int)?
        for fragment in fragments {
            guard let slot = key(of: fragment).flatMap({ tree.newest(of: $0, where: \.isActive) }) else { continue }
            let sequence = tree[slot].sequence
            if sequence >= newest?.sequence ?? 0 { newest = (fragment, sequence) }
        }
        return newest?.fragment
    }

    /// The newest presented place.
    ///
    /// - Complexity: O(1) where the newest place is presented; otherwise O(*h*) in the hidden ones that are newer.
    public var newestPresented: F { place(at: newestPresentedSlot) }

    var newestPresentedSlot: PlaceTree.Slot {
        var slot = tree.newest
        while !tree.isPresented(slot), let older = tree[slot].older { slot = older }
        return slot
    }

    /// Whether a segue to the fragment is open with the facts of now, or redirects, wherever it leads from: what a link to it is shown by.
    ///
    /// - Complexity: O(*k*) in the segues that lead there, and reflection for one of a family.
    public func isOpen(to fragment: F) -> Bool {
        graph.number(of: fragment).map { number in
            graph.incoming[number].contains { isOpen($0) || redirectSegue(of: $0) != nil }
        } ?? false
    }

    // MARK: What changes

    /// Keeps from now on what is presented or hidden, or no longer does; and forgets what was kept.
    mutating func beginLog(_ isKept: Bool) {
        if isKept, tree.log != nil { tree.log?.removeAll(keepingCapacity: true) } else { tree.log = isKept ? [] : nil }
    }

    /// Says of each place that was presented or hidden since the log began whether it is now; of some several times.
    ///
    /// - Returns: Whether that is known.
    func forEachLoggedChange(_ body: (F, Bool) -> Void) -> Bool {
        guard let log = tree.log else { return false }
        for key in log { body(fragment(for: key), tree.isPresented(key)) }
        return true
    }

    // MARK: Looking up

    func place(at slot: PlaceTree.Slot) -> F {
        fragment(for: tree[slot].key)
    }

    private func fragment(for key: PlaceTree.Key) -> F { key.id.map { ids[$0] } ?? graph.fragments[key.fragment] }

    /// How many fragments of families are remembered, those on the path among them.
    var knownIDs: Int { ids.count }

    /// The key under which a fragment is in the tree, if it is.
    func key(of fragment: F) -> PlaceTree.Key? {
        graph.numbering.known(single: fragment).map { .init(fragment: $0, id: nil) } ?? ids.key(of: fragment)
    }

    /// The key under which a fragment with this number is put into the tree.
    mutating func newKey(of fragment: F, number: Int) -> PlaceTree.Key {
        guard graph.numbering.isFamily[number] else { return .init(fragment: number, id: nil) }
        ids.forgetOthers(than: tree)
        return ids.add(fragment, family: number)
    }

    func presentedSlots(ofNumber fragment: Int) -> [PlaceTree.Slot] {
        tree.byFragment[fragment]?.filter { tree.isPresented($0) } ?? []
    }

    func newestSlot(_ slots: [PlaceTree.Slot]) -> PlaceTree.Slot? {
        slots.max { tree[$0].sequence < tree[$1].sequence }
    }

    /// The edge by which a place was presented.
    func edge(to slot: PlaceTree.Slot) -> GraphEdge<F> {
        GraphEdge(from: place(at: tree[slot].parent ?? PlaceTree.root), to: place(at: slot))
    }
}

extension NavigationState: Equatable {
    /// Two states of one graph are equal if their paths, their facts and what is wanted are.
    public static func == (left: NavigationState, right: NavigationState) -> Bool {
        left.path == right.path && left.facts == right.facts && left.wanted == right.wanted
    }
}
