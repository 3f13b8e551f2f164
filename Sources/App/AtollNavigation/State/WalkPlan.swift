/// The steps of a walk through a graph, by number: the basis of ``NavigationWalk``.
///
/// The search is depth first and tracks the place at which the walk currently is, so that the path is set only if the
/// walk can't continue from there.
struct WalkPlan: Sendable {
    enum Step: Sendable {
        case present(segue: Int)
        case dismiss(segue: Int)
        /// Sets the path by which the walk first reached a fragment.
        case replace(fragment: Int)
    }

    /// The segue by which the walk first reached a fragment, and the number of segues to it from the entry.
    struct Arrival: Sendable {
        var segue: Int?
        var depth = 0
    }

    private(set) var steps: [Step] = []
    private(set) var arrivals: [Arrival]

    private let outgoing: SegueLists
    private let ends: [(from: Int, to: Int)]
    private let rules: [SegueRules]
    /// For each segue: whether it can be taken.
    private let isOpen: [Bool]
    private let isFamily: [Bool]
    /// For each fragment: the segue that is taken automatically when it is presented.
    private let firing: [Int?]

    /// The fragments on the current way, each with the segue that led there and the number of its segues that were
    /// examined.
    private var way: [(fragment: Int, segue: Int?, next: Int)]
    private var onWay: [Bool]
    /// For each fragment on the way: whether a path was set that continues from it, so that its auto has not fired.
    private var isBare: [Bool]
    /// For each fragment: when the walk first reached it, from 1 on; 0 if it has not.
    private var entered: [Int]
    private var count = 1
    /// The presented fragment at which the walk's path ends, or nil if that is not known.
    private var stand: Int?

    /// Walks what is open in `state`.
    ///
    /// - Complexity: O(*f* + *s*) in the fragments and segues of the graph.
    ///
    /// - Parameters:
    ///   - start: Where the walk begins; with nil it is empty.
    ///   - isLeftOut: For each fragment, whether the walk avoids it.
    init<F>(_ state: NavigationState<F>, from start: Int?, leavingOut isLeftOut: [Bool]) {
        let fragments = state.graph.fragments.indices
        outgoing = state.graph.outgoing
        ends = state.graph.ends
        rules = state.graph.rules
        isOpen = zip(state.graph.rules, state.graph.ends).map { rules, ends in
            (rules.condition?.isMet(by: state.facts) ?? true) && !isLeftOut[ends.from] && !isLeftOut[ends.to]
        }
        isFamily = state.graph.numbering.isFamily
        firing = fragments.map { state.firingSegue(at: $0) }
        arrivals = Array(repeating: Arrival(), count: fragments.count)
        entered = Array(repeating: 0, count: fragments.count)
        onWay = Array(repeating: false, count: fragments.count)
        isBare = onWay
        way = []
        guard let start, let lead = lead(to: start) else { return }
        // Fragments on the way to the start are returned to, but not walked.
        for segue in lead {
            let (source, target) = ends[segue]
            entered[source] = count
            onWay[source] = true
            isBare[source] = true
            arrivals[target] = Arrival(segue: segue, depth: arrivals[source].depth + 1)
            count += 1
        }
        entered[start] = count
        onWay[start] = true
        way = [(start, nil, 0)]
        while let last = way.last { search(from: last.fragment) }
    }

    /// The segues of a shortest way from the entry, or nil if the start can't be reached.
    private func lead(to start: Int) -> [Int]? {
        var arrival = [Int?](repeating: nil, count: outgoing.count)
        var queue = [0]
        var next = 0
        while next < queue.count, queue.last != start {
            for segue in outgoing[queue[next]]
            where isOpen[segue] && arrival[ends[segue].to] == nil && ends[segue].to != 0 {
                arrival[ends[segue].to] = segue
                queue.append(ends[segue].to)
                if ends[segue].to == start { break }
            }
            next += 1
        }
        guard start == 0 || arrival[start] != nil else { return nil }
        var lead: [Int] = []
        while let segue = arrival[lead.last.map { ends[$0].from } ?? start] { lead.append(segue) }
        return lead.reversed()
    }

    /// Takes the next segue from the last fragment of the way, or goes back from it.
    private mutating func search(from fragment: Int) {
        let last = way.count - 1
        let segues = outgoing[fragment]
        guard way[last].next < segues.count else { return leave() }
        let segue = segues[segues.startIndex + way[last].next]
        way[last].next += 1
        // If an auto passes on immediately, no other segue can be taken.
        if let auto = firing[fragment], auto != segue, rules[auto].style == .pass { return }
        if isOpen[segue] { take(segue, isAuto: segue == firing[fragment]) }
    }

    private mutating func take(_ segue: Int, isAuto: Bool) {
        let (source, target) = ends[segue]
        if stand != source || (isAuto && isBare[source]) { set(source) }
        // An auto's target is on screen as soon as its source is.
        if !isAuto { steps.append(.present(segue: segue)) }
        guard entered[target] == 0 else { return arriveAgain(by: segue, isAuto: isAuto) }
        stand = nil
        guard !autosReturn(from: target) else { return }
        count += 1
        entered[target] = count
        onWay[target] = true
        isBare[target] = false
        arrivals[target] = Arrival(segue: segue, depth: arrivals[source].depth + 1)
        way.append((target, segue, 0))
        stand = target
    }

    /// Sets the path to a fragment on the way.
    private mutating func set(_ fragment: Int) {
        steps.append(.replace(fragment: fragment))
        for (other, _, _) in way { isBare[other] = other != fragment }
    }

    private mutating func arriveAgain(by segue: Int, isAuto: Bool) {
        let (source, target) = ends[segue]
        if isAuto || firing[target] != nil {
            stand = nil
        } else if onWay[target], !isFamily[target] {
            // An ancestor is returned to, and its auto fires; a member of a family is pushed again.
            isBare[target] = false
            stand = target
        } else if rules[segue].isDismissable {
            steps.append(.dismiss(segue: segue))
            stand = source
        } else {
            stand = nil
        }
    }

    /// Goes back from the last fragment of the way, by dismissing it if possible.
    private mutating func leave() {
        let (fragment, segue, _) = way.removeLast()
        onWay[fragment] = false
        guard let segue, rules[segue].isDismissable, let stand, entered[stand] >= entered[fragment] else { return }
        steps.append(.dismiss(segue: segue))
        self.stand = ends[segue].from
    }

    /// Whether autos lead from a fragment back to one on the way to it, so that it disappears as soon as it appears.
    private func autosReturn(from fragment: Int) -> Bool {
        var fragment = fragment
        while let segue = firing[fragment] {
            fragment = ends[segue].to
            if onWay[fragment] { return true }
        }
        return false
    }
}
