/// The rules of an app's navigation: fragments and the segues between them, checked once, never changed, and indexed so
/// that every question is answered without a look at the rest.
///
/// ```swift
/// let graph = try NavigationGraph(entry: Screen.splash) {
///     pass(.splash => [.login, .dashboard])
///     pass([.login, .register] => .dashboard)
///     pick(.dashboard => [.news, .library])
///     hold(.dashboard => .compose).dismissable().tag("compose")
/// }
/// ```
public struct NavigationGraph<F: Fragment>: Sendable {
    /// The fragments, in the order in which the segues first name them; the entry is first.
    public let fragments: [F]
    /// The segues, in the order in which they were given.
    public let segues: [Segue<F>]

    // Fragments and segues by number. All that is looked up while navigating is looked up by these.
    let numbers: [F: Int]
    /// For each segue: its rules.
    let rules: [SegueRules]
    /// For each segue: the numbers of its ends.
    let ends: [(from: Int, to: Int)]
    /// For each fragment: its segues out and in, in their order.
    let outgoing: [[Int]]
    let incoming: [[Int]]
    /// For each fragment: its auto segue.
    let autos: [Int?]
    let segueNumbers: [SegueKey: Int]
    let tagged: [Segue<F>.Tag: [Int]]

    struct SegueKey: Hashable {
        let from: Int
        let to: Int
    }

    /// The number of the entry.
    static var entryNumber: Int { 0 }

    /// Builds a graph.
    ///
    /// - Parameter entry: The fragment that is always presented first. It may be left out where exactly one fragment has
    ///   no way in.
    /// - Complexity: O(*f* + *s*) in the number of fragments and segues.
    public init(entry: F? = nil, @SegueBuilder<F> segues: () -> [Segue<F>]) throws(GraphError<F>) {
        try self.init(entry: entry, segues: segues())
    }

    /// Builds a graph of segues that were made elsewhere.
    ///
    /// - Complexity: O(*f* + *s*) in the number of fragments and segues.
    public init(entry: F? = nil, segues: some Sequence<Segue<F>>) throws(GraphError<F>) {
        let segues = Array(segues)
        guard !segues.isEmpty else { throw .empty }
        let entry = if let entry { entry } else { try Self.onlyInlet(of: segues) }

        var numbers = [entry: 0]
        var fragments = [entry]
        func number(_ fragment: F) -> Int {
            if let known = numbers[fragment] { return known }
            numbers[fragment] = fragments.count
            fragments.append(fragment)
            return fragments.count - 1
        }
        var ends: [(from: Int, to: Int)] = []
        ends.reserveCapacity(segues.count)
        for segue in segues { ends.append((number(segue.from), number(segue.to))) }

        var outgoing = [[Int]](repeating: [], count: fragments.count)
        var incoming = outgoing
        var autos = [Int?](repeating: nil, count: fragments.count)
        var segueNumbers: [SegueKey: Int] = [:]
        segueNumbers.reserveCapacity(segues.count)
        var tagged: [Segue<F>.Tag: [Int]] = [:]
        for (index, segue) in segues.enumerated() {
            let (from, to) = ends[index]
            guard segueNumbers.updateValue(index, forKey: SegueKey(from: from, to: to)) == nil else {
                throw .duplicateSegue(segue.edge)
            }
            outgoing[from].append(index)
            incoming[to].append(index)
            if let tag = segue.tag { tagged[tag, default: []].append(index) }
            guard segue.isAuto else { continue }
            if let other = autos[from] { throw .severalAutos(segues[other].edge, segue.edge) }
            autos[from] = index
        }
        guard !outgoing[0].isEmpty || !incoming[0].isEmpty else { throw .unknownEntry(entry) }

        self.fragments = fragments
        self.segues = segues
        self.numbers = numbers
        self.ends = ends
        self.outgoing = outgoing
        self.incoming = incoming
        self.autos = autos
        self.segueNumbers = segueNumbers
        self.tagged = tagged
        var rules = segues.map(SegueRules.init)
        for (index, segue) in segues.enumerated() {
            guard let redirect = segue.redirect else { continue }
            guard let target = numbers[redirect],
                let other = segueNumbers[SegueKey(from: ends[index].from, to: target)]
            else { throw .unreachableRedirect(segue.edge, redirect) }
            rules[index].redirect = other
        }
        self.rules = rules
        try checkAutoLoops()
    }

    /// The fragment that is always presented first.
    public var entry: F { fragments[Self.entryNumber] }

    /// The segue along an edge, or nil where the graph has none.
    ///
    /// - Complexity: O(1).
    public func segue(along edge: GraphEdge<F>) -> Segue<F>? {
        guard let from = numbers[edge.from], let to = numbers[edge.to] else { return nil }
        return segueNumbers[SegueKey(from: from, to: to)].map { segues[$0] }
    }

    /// The segues out of a fragment, in their order.
    ///
    /// - Complexity: O(*k*) in their number.
    public func segues(from fragment: F) -> [Segue<F>] {
        numbers[fragment].map { outgoing[$0].map { segues[$0] } } ?? []
    }

    /// The segues into a fragment, in their order.
    ///
    /// - Complexity: O(*k*) in their number.
    public func segues(to fragment: F) -> [Segue<F>] {
        numbers[fragment].map { incoming[$0].map { segues[$0] } } ?? []
    }

    /// Whether the fragment is part of the graph.
    ///
    /// - Complexity: O(1).
    public func contains(_ fragment: F) -> Bool { numbers[fragment] != nil }

    private static func onlyInlet(of segues: [Segue<F>]) throws(GraphError<F>) -> F {
        let targets = Set(segues.map(\.to))
        var inlets: [F] = []
        var seen: Set<F> = []
        for segue in segues where !targets.contains(segue.from) && seen.insert(segue.from).inserted {
            inlets.append(segue.from)
        }
        guard let inlet = inlets.first else { throw .noEntry }
        guard inlets.count == 1 else { throw .ambiguousEntry(inlets) }
        return inlet
    }

    /// Looks for a way round along autos and their redirects.
    private func checkAutoLoops() throws(GraphError<F>) {
        var visits = [AutoVisit?](repeating: nil, count: fragments.count)
        for start in fragments.indices where visits[start] == nil && autos[start] != nil {
            // The way so far: each fragment with the segues that are still to be followed from it.
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
                    throw .autoLoop(
                        zip(loop, loop.dropFirst()).map { GraphEdge(from: fragments[$0], to: fragments[$1]) })
                case nil:
                    visits[target] = .open
                    way.append((target, autoSegues(from: target)))
                }
            }
        }
    }

    /// The segues by which a fragment's auto can lead on.
    private func autoSegues(from fragment: Int) -> [Int] {
        guard let auto = autos[fragment] else { return [] }
        guard let other = rules[auto].redirect else { return [auto] }
        return [auto, other]
    }
}

/// How far a fragment was looked at in the search for loops of autos.
private enum AutoVisit {
    case open, done
}
