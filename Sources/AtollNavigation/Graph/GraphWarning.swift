/// Something about a graph that works but looks like a mistake.
public struct GraphWarning<F: Fragment>: Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        /// No way leads to the fragment from the entry.
        case unreachable
        /// Nothing leads on from the fragment, and it can't be dismissed.
        case deadEnd
        /// Several ways lead on, so `forward` fails there.
        case ambiguousForward([F])
        /// Rules are written with several ids of one family, each of which stands for all: screens of their own need a type that is a `Fragment`.
        case severalIDs([F])
        /// The shortest way from the entry takes this many steps.
        case longWay(Int)
    }

    public let fragment: F
    public let reason: Reason

    public var description: String {
        switch reason {
        case .unreachable: "\(fragment.ruleName) can't be reached from the entry: add a segue to it, or remove it."
        case .deadEnd: "\(fragment.ruleName) is a dead end: nothing leads on, and it can't be dismissed."
        case .ambiguousForward(let targets):
            "Forward is ambiguous at \(fragment.ruleName): it leads to \(targets.map(\.ruleName).joined(separator: ", "))."
        case .severalIDs(let fragments):
            """
            \(fragment.ruleName) is written with several ids (\(fragments.map(\.readableName).joined(separator: ", "))), and each rule is for all of \
            them: write `.any`; or, if each is a screen of its own, let the type of the value be a Fragment.
            """
        case .longWay(let steps): "\(fragment.ruleName) is \(steps) steps from the entry: think of a shorter way."
        }
    }
}

extension NavigationGraph {
    /// Looks for what is probably a mistake, in the order of the fragments.
    ///
    /// - Parameter longWay: From how many steps on a way counts as long.
    /// - Complexity: O(*f* + *s*) in the number of fragments and segues.
    public func check(longWay: Int = 6) -> [GraphWarning<F>] {
        let distances = distances(from: Self.entryNumber)
        var warnings: [GraphWarning<F>] = []
        let written = writtenIDs()
        for (number, fragment) in fragments.enumerated() {
            if let ids = written[number], ids.count > 1 {
                warnings.append(.init(fragment: fragment, reason: .severalIDs(ids)))
            }
            guard let distance = distances[number] else {
                warnings.append(.init(fragment: fragment, reason: .unreachable))
                continue
            }
            let outgoing = outgoing[number]
            let canBeDismissed = incoming[number].contains { segues[$0].isDismissable || segues[$0].style == .pick }
            if outgoing.isEmpty, !canBeDismissed { warnings.append(.init(fragment: fragment, reason: .deadEnd)) }
            let ways = outgoing.filter {
                !segues[$0].isAuto && segues[$0].condition == nil && segues[$0].style == .pass
            }
            if ways.count > 1 {
                warnings.append(.init(fragment: fragment, reason: .ambiguousForward(ways.map { segues[$0].to })))
            }
            if distance >= longWay { warnings.append(.init(fragment: fragment, reason: .longWay(distance))) }
        }
        return warnings
    }

    /// The members of each family with which rules are written.
    private func writtenIDs() -> [Int: [F]] {
        var written: [Int: [F]] = [:]
        for (index, segue) in segues.enumerated() {
            for (number, fragment) in [(ends[index].from, segue.from), (ends[index].to, segue.to)]
            where numbering.isFamily[number] && written[number].map({ $0.count < 8 && !$0.contains(fragment) }) ?? true
            {
                written[number, default: []].append(fragment)
            }
        }
        return written
    }

    /// The least number of segues from one fragment to each, or nil where no way leads.
    func distances(from start: Int) -> [Int?] {
        var distances = [Int?](repeating: nil, count: fragments.count)
        distances[start] = 0
        var queue = [start]
        var next = 0
        while next < queue.count {
            let fragment = queue[next]
            next += 1
            for segue in outgoing[fragment] where distances[ends[segue].to] == nil {
                distances[ends[segue].to] = (distances[fragment] ?? 0) + 1
                queue.append(ends[segue].to)
            }
        }
        return distances
    }

    /// The shortest ways from the entry to a fragment, whatever their conditions; none to the entry itself.
    ///
    /// - Parameter limit: How many are looked for.
    /// - Complexity: O(*f* + *s*) in the number of fragments and segues, and the ways that are found.
    package func shortestWays(to fragment: F, limit: Int) -> [[GraphEdge<F>]] {
        guard let target = number(of: fragment) else { return [] }
        let distances = distances(from: Self.entryNumber)
        guard let distance = distances[target], distance > 0 else { return [] }
        // From the target back, always to what is one step nearer to the entry.
        var ways: [[Int]] = [[]]
        for step in stride(from: distance, to: 0, by: -1) {
            ways = ways.flatMap { way in
                let end = way.last.map { ends[$0].from } ?? target
                return incoming[end].filter { distances[ends[$0].from] == step - 1 }.prefix(limit).map { way + [$0] }
            }
            ways = Array(ways.prefix(limit))
        }
        return ways.map { way in way.reversed().map { segues[$0].edge } }
    }
}
