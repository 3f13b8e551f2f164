/// The rules of an app's navigation: fragments and the segues between them. A graph is validated once, is immutable,
/// and is indexed so that no query has to scan it.
///
/// ```swift
/// let graph = NavigationGraph(entry: Screen.splash) {
///     Pass(.splash => [.login, .dashboard])
///     Pass([.login, .register] => .dashboard)
///     Pick(.dashboard => [.news, .library])
///     Hold(.dashboard => .compose).dismissable().tag("compose")
/// }
/// ```
public struct NavigationGraph<F: Fragment>: Sendable {
    /// The fragments, in the order in which segues first name them; the entry comes first.
    public var fragments: [F] { numbering.fragments }
    /// The segues, in the order in which they were given.
    public let segues: [Segue<F>]

    // Fragments and segues are numbered, and all lookups while navigating use these numbers.
    let numbering: FragmentNumbering<F>
    /// For each segue: its rules.
    let rules: [SegueRules]
    /// For each segue: the numbers of its ends.
    let ends: [(from: Int, to: Int)]
    /// For each fragment: its outgoing and incoming segues, in order.
    let outgoing: SegueLists
    let incoming: SegueLists
    /// For each fragment: its auto segue.
    let autos: [Int?]
    let segueNumbers: [SegueKey: Int]
    let tagged: [SegueTag: [Int]]

    struct SegueKey: Hashable {
        let from: Int
        let to: Int
    }

    /// The number of the entry.
    static var entryNumber: Int { 0 }

    /// Builds a graph that is written in the app's code, where a fault is a programmer error.
    ///
    /// - Parameter entry: The fragment that is always presented first. It can be omitted if exactly one fragment has no
    ///   incoming segue.
    /// - Precondition: The graph has no faults; otherwise the app stops with a message that lists them all. For a graph
    ///   that is made at run time, use ``checked(entry:_:)``.
    /// - Complexity: O(*f* + *s*) in the number of fragments and segues.
    public init(entry: F? = nil, @SegueBuilder<F> _ segues: () -> [Segue<F>]) {
        do throws(GraphError<F>) {
            try self.init(entry: entry, segues: segues())
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// Builds a graph that is known only at run time, for example because its features are chosen then.
    ///
    /// - Throws: ``GraphError`` with every fault.
    /// - Complexity: O(*f* + *s*) in the number of fragments and segues.
    public static func checked(
        entry: F? = nil, @SegueBuilder<F> _ segues: () -> [Segue<F>]
    ) throws(GraphError<F>) -> NavigationGraph {
        try NavigationGraph(entry: entry, segues: segues())
    }

    /// Builds a graph from segues that were made elsewhere.
    ///
    /// - Throws: ``GraphError`` with every fault.
    /// - Complexity: O(*f* + *s*) in the number of fragments and segues.
    @inlinable
    public init(entry: F? = nil, segues: some Sequence<Segue<F>>) throws(GraphError<F>) {
        // Inlinable, so that code that depends on the app's fragment type is specialized for it: looking up fragments
        // is most of the work.
        let segues = Array(segues)
        guard let first = segues.first else { throw GraphError([.empty]) }
        var numbering = FragmentNumbering(FragmentFamilies(of: first.from), capacity: segues.count)
        if let entry { _ = numbering.number(entry) }
        var ends: [(from: Int, to: Int)] = []
        ends.reserveCapacity(segues.count)
        var rules: [SegueRules] = []
        rules.reserveCapacity(segues.count)
        for segue in segues {
            ends.append((numbering.number(segue.edge.from), numbering.number(segue.edge.to)))
            rules.append(
                SegueRules(
                    style: segue.style, isDismissable: segue.isDismissable, isAuto: segue.isAuto, tag: segue.tag,
                    condition: segue.condition))
        }
        var faults: [GraphFault<F>] = []
        self.init(entry: entry, segues, numbering, ends, rules, &faults)
        guard faults.isEmpty else { throw GraphError(faults) }
    }

    @usableFromInline
    init(
        entry: F?, _ segues: [Segue<F>], _ numbered: FragmentNumbering<F>, _ numbers: [(from: Int, to: Int)],
        _ ruled: [SegueRules], _ faults: inout [GraphFault<F>]
    ) {
        var (numbering, ends, rules) = (numbered, numbers, ruled)
        if entry == nil {
            let inlets = Self.inlets(ends, count: numbering.fragments.count)
            if let inlet = inlets.first { numbering.moveToFront(inlet, in: &ends) }
            if inlets.isEmpty { faults.append(.noEntry) }
            if inlets.count > 1 { faults.append(.ambiguousEntry(inlets.map { numbering.fragments[$0] })) }
        }
        let count = numbering.fragments.count
        var autos = [Int?](repeating: nil, count: count)
        var segueNumbers: [SegueKey: Int] = [:]
        segueNumbers.reserveCapacity(segues.count)
        var tagged: [SegueTag: [Int]] = [:]
        for (index, rules) in rules.enumerated() {
            let (from, to) = ends[index]
            if let other = segueNumbers.updateValue(index, forKey: SegueKey(from: from, to: to)) {
                let (first, second) = (segues[other].edge, segues[index].edge)
                faults.append(first == second ? .duplicateSegue(second) : .sameFamily(first, second))
            }
            if let tag = rules.tag { tagged[tag, default: []].append(index) }
            guard rules.isAuto else { continue }
            if let other = autos[from] { faults.append(.severalAutos(segues[other].edge, segues[index].edge)) }
            autos[from] = index
        }
        outgoing = SegueLists(ends.lazy.map(\.from), count: count)
        incoming = SegueLists(ends.lazy.map(\.to), count: count)
        if let entry, outgoing[0].isEmpty, incoming[0].isEmpty { faults.append(.unknownEntry(entry)) }
        for (index, segue) in segues.enumerated() {
            guard let redirect = segue.redirect else { continue }
            if let target = numbering.known(redirect),
                let other = segueNumbers[SegueKey(from: ends[index].from, to: target)]
            {
                rules[index].redirect = other
            } else {
                faults.append(.unreachableRedirect(segue.edge, redirect))
            }
        }
        self.segues = segues
        self.numbering = numbering
        self.ends = ends
        self.autos = autos
        self.segueNumbers = segueNumbers
        self.tagged = tagged
        self.rules = rules
        faults += autoLoops()
    }

    /// The fragment that is always presented first.
    public var entry: F { fragments[Self.entryNumber] }

    /// The segue along an edge, or nil if the graph has none.
    ///
    /// - Complexity: O(1).
    public func segue(along edge: GraphEdge<F>) -> Segue<F>? {
        guard let from = number(of: edge.from), let to = number(of: edge.to) else { return nil }
        return segueNumbers[SegueKey(from: from, to: to)].map { segues[$0] }
    }

    /// The segues that leave a fragment, in order.
    ///
    /// - Complexity: O(*k*) in their number.
    public func segues(from fragment: F) -> [Segue<F>] {
        number(of: fragment).map { outgoing[$0].map { segues[$0] } } ?? []
    }

    /// The segues that arrive at a fragment, in order.
    ///
    /// - Complexity: O(*k*) in their number.
    public func segues(to fragment: F) -> [Segue<F>] {
        number(of: fragment).map { incoming[$0].map { segues[$0] } } ?? []
    }

    /// Whether the fragment, or its family, is part of the graph.
    ///
    /// - Complexity: O(1).
    public func contains(_ fragment: F) -> Bool { number(of: fragment) != nil }

    /// The number of a fragment, or of its family.
    func number(of fragment: F) -> Int? { numbering.known(fragment) }

    /// The name of a fragment in drawings.
    func name(ofFragment number: Int) -> String { "\(FragmentKind(fragments[number]))" }

    /// A fragment as the graph writes it: for a member of a family, the member that represents the family. Nil if it is
    /// not part of the graph.
    ///
    /// - Complexity: O(1), plus reflection for a member of a family.
    public func rule(for fragment: F) -> F? { number(of: fragment).map { fragments[$0] } }

    /// The numbers of the fragments without incoming segues.
    private static func inlets(_ ends: [(from: Int, to: Int)], count: Int) -> [Int] {
        var isTarget = [Bool](repeating: false, count: count)
        for end in ends { isTarget[end.to] = true }
        return isTarget.indices.filter { !isTarget[$0] }
    }

    /// Finds loops along autos and their redirects.
    private func autoLoops() -> [GraphFault<F>] {
        guard autos.contains(where: { $0 != nil }) else { return [] }
        var faults: [GraphFault<F>] = []
        var visits = [AutoVisit?](repeating: nil, count: fragments.count)
        for start in fragments.indices where visits[start] == nil && autos[start] != nil {
            // The way so far: each fragment with the segues that still have to be followed from it.
            var way = [(fragment: start, segues: autoSegues(from: start))]
            visits[start] = .open
            while let last = way.indices.last {
                guard let segue = way[last].segues.popLast() else {
                    visits[way[last].fragment] = .done
                    way.removeLast()
                    continue
                }
                let target = ends[segue].to
                switch visits[target] {
                case .done: continue
                case .open:
                    let loop = way.drop { $0.fragment != target }.map(\.fragment) + [target]
                    faults.append(
                        .autoLoop(
                            zip(loop, loop.dropFirst()).map { GraphEdge(from: fragments[$0], to: fragments[$1]) }))
                case nil:
                    visits[target] = .open
                    way.append((target, autoSegues(from: target)))
                }
            }
        }
        return faults
    }

    /// The segues that a fragment's auto can take: itself, and its redirect if it has one.
    private func autoSegues(from fragment: Int) -> [Int] {
        guard let auto = autos[fragment] else { return [] }
        guard let other = rules[auto].redirect else { return [auto] }
        return [auto, other]
    }
}

/// The state of a fragment in the search for loops of autos.
private enum AutoVisit {
    case open, done
}
