/// The navigation of an app as a value: what is presented, and the rules by which that changes.
///
/// A state holds a tree of places, the path, which begins at the graph's entry. A segue that passes hides its source
/// with everything that it holds; these stay on the path, and are as they were when the target is dismissed. With a
/// segue that holds, both stay presented. Of one place's picks only the newest is presented. What is presented is a
/// function of the path.
///
/// Every change is all or nothing: an operation that throws leaves the state as it was.
public struct NavigationState<F: Fragment>: Sendable {
    /// The rules of the app's navigation.
    public let graph: NavigationGraph<F>
    /// The facts that are currently true.
    public internal(set) var facts: Set<Fact>
    /// Where the user wanted to go when a condition was not met. Navigation to it resumes when the condition is met. It
    /// is forgotten once the user dismisses what they were redirected to or goes elsewhere; continuing from there, for
    /// example to the second page of a sign-in, does not change it.
    public var wanted: F? { wish?.fragment }
    var wish: Wish<F>?

    var ids = PlaceIDs<F>()

    var tree: PlaceTree {
        didSet {
            assert(tree.faultIfSmall == nil, brokenText)
        }
    }

    #if DEBUG
    /// The last commands, which help to find out how an invariant was broken.
    var lastCommands: [NavigationCommand<F>] = []
    #endif

    /// Which invariant is broken, where, and after which commands.
    private var brokenText: String {
        var text = "The tree of places is broken: \(tree.faultIfSmall ?? "")."
        #if DEBUG
        text += " The path: \(path). The last commands: \(lastCommands.map(\.description).joined(separator: "; "))."
        #endif
        return text
    }

    /// The initial state: the entry is presented, and anything that autos lead to from there.
    public init(_ graph: NavigationGraph<F>, facts: Set<Fact> = []) {
        self.graph = graph
        self.facts = facts
        let start = PathFollower(graph)
        ids = start.ids
        tree = start.tree
        fireAutos(from: PlaceTree.root)
    }

    /// The state at a path, for example a stored one.
    ///
    /// - Throws: ``NavigationError/brokenPath(_:_:)`` for the first step that can't be followed.
    /// - Complexity: O(*n*) in the length of the path.
    public init(
        _ graph: NavigationGraph<F>, path: PresentedPath<F>, facts: Set<Fact> = []
    ) throws(NavigationError<F>) {
        self.init(graph, facts: facts)
        try replace(with: path)
    }

    /// The path: every place except the entry, as the step that leads there, oldest first.
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

    /// The presented places, oldest first.
    ///
    /// - Complexity: O(*p* log *p*) in their number.
    public var presentedPlaces: [F] {
        tree.presented.sorted { tree[$0].sequence < tree[$1].sequence }.map { place(at: $0) }
    }

    /// Whether the fragment is presented.
    ///
    /// - Complexity: O(*k*) in the number of the fragment's places on the path, usually at most one.
    public func isPresented(_ fragment: F) -> Bool { key(of: fragment).map { tree.isPresented($0) } ?? false }

    /// Whether any member of the fragment's family is presented.
    ///
    /// - Complexity: O(*k*) in the number of the family's places on the path, and that of reflection.
    public func isAnyPresented(_ fragment: F) -> Bool {
        graph.number(of: fragment).map { !presentedSlots(ofNumber: $0).isEmpty } ?? false
    }

    /// The associated values of the presented places that are of one case, oldest first.
    ///
    /// ```swift
    /// let products = state.presented(Screen.product)  // [30, 31]
    /// ```
    ///
    /// - Complexity: O(*p* log *p*) in the number of presented places, and that of reflection for each.
    public func presented<Value>(_ makeFragment: (Value) -> F) -> [Value] {
        presentedPlaces.compactMap { $0.value(of: makeFragment) }
    }

    /// The held places that are on screen, oldest first, including those that have passed to others: the basis of
    /// sheets and covers.
    ///
    /// - Complexity: O(*n*) in the length of the path.
    public var heldPlaces: [F] {
        tree.chronological().filter { tree[$0].isActive && tree[$0].parent != nil && tree[$0].style == .hold }
            .map { place(at: $0) }
    }

    /// The ancestors of a place, nearest first: the list below a detail, the tab below the list. Of several places with
    /// the same fragment, the newest on screen is used, or the newest if none is on screen.
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

    /// The newest presented place.
    ///
    /// - Complexity: O(1) if the newest place is presented; otherwise O(*h*) in the hidden ones that are newer.
    public var newestPresented: F { place(at: newestPresentedSlot) }

    var newestPresentedSlot: PlaceTree.Slot {
        var slot = tree.newest
        while !tree.isPresented(slot), let older = tree[slot].older { slot = older }
        return slot
    }

    /// Whether any segue to the fragment, from wherever, is open or redirects with the current facts: whether to show a
    /// link to it.
    ///
    /// - Complexity: O(*k*) in the segues that lead there, plus reflection for a member of a family.
    public func isOpen(to fragment: F) -> Bool {
        graph.number(of: fragment).map { number in
            graph.incoming[number].contains { isOpen($0) || redirectSegue(of: $0) != nil }
        } ?? false
    }

    // MARK: Changes

    /// Empties the log of places that were presented or hidden, and continues it if `isKept` is true; otherwise ends
    /// it.
    mutating func beginLog(_ isKept: Bool) {
        if isKept, tree.log != nil { tree.log?.removeAll(keepingCapacity: true) } else { tree.log = isKept ? [] : nil }
    }

    /// Calls `body` with each place that was presented or hidden since the log began, and whether it is presented now;
    /// with some several times.
    ///
    /// - Returns: Whether there was a log.
    func forEachLoggedChange(_ body: (F, Bool) -> Void) -> Bool {
        guard let log = tree.log else { return false }
        for key in log { body(fragment(for: key), tree.isPresented(key)) }
        return true
    }

    // MARK: Lookup

    func place(at slot: PlaceTree.Slot) -> F {
        fragment(for: tree[slot].key)
    }

    private func fragment(for key: PlaceTree.Key) -> F { key.id.map { ids[$0] } ?? graph.fragments[key.fragment] }

    /// How many members of families are remembered, including those on the path.
    var knownIDs: Int { ids.count }

    /// The key under which a fragment is found in the tree, or nil if it can't be there.
    func key(of fragment: F) -> PlaceTree.Key? {
        graph.numbering.known(single: fragment).map { .init(fragment: $0, id: nil) } ?? ids.key(of: fragment)
    }

    /// The key under which a fragment with this number is added to the tree.
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
    /// Two states of the same graph are equal if their paths, their facts and what is wanted are equal.
    public static func == (left: NavigationState, right: NavigationState) -> Bool {
        left.path == right.path && left.facts == right.facts && left.wanted == right.wanted
    }
}
