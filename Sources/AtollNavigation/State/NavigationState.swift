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
    /// Where somebody wanted to go when a condition was not met; resumed when it is.
    public internal(set) var wanted: PathFragment<F>?

    var tree: PlaceTree {
        didSet {
            assert(tree.faultIfSmall == nil, "The tree of places is broken: \(tree.faultIfSmall ?? "").")
        }
    }

    /// The state at the start: the entry is presented, and what autos lead to from there.
    public init(_ graph: NavigationGraph<F>, facts: Set<Fact> = []) {
        self.graph = graph
        self.facts = facts
        tree = PlaceTree(root: NavigationGraph<F>.entryNumber)
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
        var steps: [(origin: Int, to: PathFragment<F>)] = []
        for slot in tree.chronological().dropFirst() {
            steps.append((numbers[tree[slot].parent ?? PlaceTree.root] ?? 0, place(at: slot)))
            numbers[slot] = steps.count
        }
        return PresentedPath(from: PathFragment(graph.entry), steps: steps)
    }

    /// The presented places, the oldest first.
    ///
    /// - Complexity: O(*p* log *p*) in their number.
    public var presentedPlaces: [PathFragment<F>] {
        tree.presented.sorted { tree[$0].sequence < tree[$1].sequence }.map { place(at: $0) }
    }

    /// Whether the fragment is presented without an id.
    ///
    /// - Complexity: O(1).
    public func isPresented(_ fragment: F) -> Bool { isPresented(PathFragment(fragment)) }

    /// Whether the fragment is presented with this id.
    ///
    /// - Complexity: O(1).
    public func isPresented(_ fragment: F, id: FragmentID) -> Bool { isPresented(PathFragment(fragment, id: id)) }

    /// Whether the place is presented.
    ///
    /// - Complexity: O(1).
    public func isPresented(_ place: PathFragment<F>) -> Bool {
        key(of: place).map { tree.isPresented($0) } ?? false
    }

    /// Whether the fragment is presented, with whatever id or none.
    ///
    /// - Complexity: O(*k*) in the number of places of this fragment on the path.
    public func isPresentedWithAnyID(_ fragment: F) -> Bool { !presentedSlots(of: fragment).isEmpty }

    /// The ids with which the fragment is presented and that are of this type, the oldest first.
    ///
    /// - Complexity: O(*k* log *k*) in the number of places of this fragment on the path.
    public func ids<ID: FragmentIDValue>(of fragment: F, as type: ID.Type = ID.self) -> [ID] {
        presentedSlots(of: fragment).sorted { tree[$0].sequence < tree[$1].sequence }
            .compactMap { tree[$0].key.id.flatMap { ID($0) } }
    }

    /// The newest id of this type with which the fragment is presented, or nil.
    public func id<ID: FragmentIDValue>(of fragment: F, as type: ID.Type = ID.self) -> ID? {
        ids(of: fragment, as: type).last
    }

    /// The one of `fragments` that is presented without an id, the newest where several are, or nil.
    ///
    /// - Complexity: O(*k*) in their number.
    public func picked(among fragments: [F]) -> F? {
        func newest(_ fragment: F) -> Int? {
            key(of: PathFragment(fragment)).flatMap { tree.newest(of: $0) { $0.presentedIndex != nil } }
                .map { tree[$0].sequence }
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
            for slot in graph.numbers[fragment].flatMap({ tree.byFragment[$0] }) ?? [] where tree[slot].isActive {
                let sequence = tree[slot].sequence
                if sequence >= newest?.sequence ?? 0 { newest = (fragment, sequence) }
            }
        }
        return newest?.fragment
    }

    /// The newest presented place.
    ///
    /// - Complexity: O(1) where the newest place is presented; otherwise O(*h*) in the hidden ones that are newer.
    public var newestPresented: PathFragment<F> { place(at: newestPresentedSlot) }

    var newestPresentedSlot: PlaceTree.Slot {
        var slot = tree.newest
        while !tree.isPresented(slot), let older = tree[slot].older { slot = older }
        return slot
    }

    // MARK: Looking up

    func place(at slot: PlaceTree.Slot) -> PathFragment<F> {
        PathFragment(graph.fragments[tree[slot].key.fragment], id: tree[slot].key.id)
    }

    func key(of place: PathFragment<F>) -> PlaceTree.Key? {
        graph.numbers[place.fragment].map { .init(fragment: $0, id: place.id) }
    }

    func presentedSlots(of fragment: F) -> [PlaceTree.Slot] {
        graph.numbers[fragment].map { presentedSlots(ofNumber: $0) } ?? []
    }

    func presentedSlots(ofNumber fragment: Int) -> [PlaceTree.Slot] {
        tree.byFragment[fragment]?.filter { tree.isPresented($0) } ?? []
    }

    func newestSlot(_ slots: [PlaceTree.Slot]) -> PlaceTree.Slot? {
        slots.max { tree[$0].sequence < tree[$1].sequence }
    }

    func edge(to slot: PlaceTree.Slot) -> GraphEdge<F> {
        graph.segues[tree[slot].segue].edge
    }
}

extension NavigationState: Equatable {
    /// Two states of one graph are equal if their paths, their facts and what is wanted are.
    public static func == (left: NavigationState, right: NavigationState) -> Bool {
        left.path == right.path && left.facts == right.facts && left.wanted == right.wanted
    }
}
