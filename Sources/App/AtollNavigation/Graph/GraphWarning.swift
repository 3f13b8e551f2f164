/// A property of a graph that works, but is probably a mistake.
public struct GraphWarning<F: Fragment>: Hashable, Sendable, CustomStringConvertible {
    /// The kinds of probable mistakes.
    public enum Reason: Hashable, Sendable {
        /// No segues lead from the entry to the fragment.
        case unreachable
        /// No segue leaves the fragment, and it is neither dismissable nor a pick.
        case deadEnd
        /// Several unconditional passes leave the fragment, to these targets, so `forward` fails there.
        case ambiguousForward([F])
        /// Rules name several ids of one family, although each rule applies to all of them. Separate screens need a
        /// value type that is a `Fragment`.
        case severalIDs([F])
        /// The shortest path from the entry takes this many steps.
        case longWay(Int)
    }

    /// The fragment concerned; for a family, the member by which the graph represents it.
    public let fragment: F
    /// The probable mistake.
    public let reason: Reason

    public var description: String {
        switch reason {
        case .unreachable: "\(fragment.ruleName) can't be reached from the entry: add a segue to it, or remove it."
        case .deadEnd: "\(fragment.ruleName) is a dead end: no segue leaves it, and it can't be dismissed."
        case .ambiguousForward(let targets):
            """
            Forward is ambiguous at \(fragment.ruleName): it could lead to \
            \(targets.map(\.ruleName).joined(separator: ", ")).
            """
        case .severalIDs(let fragments):
            """
            \(fragment.ruleName) is written with several ids \
            (\(fragments.map(\.readableName).joined(separator: ", "))), but each rule applies to every id: write \
            `.any`; or, if each is a separate screen, make the value's type a Fragment.
            """
        case .longWay(let steps): "\(fragment.ruleName) is \(steps) steps from the entry: consider a shorter path."
        }
    }
}

extension NavigationGraph {
    /// Finds probable mistakes, in the order of the fragments.
    ///
    /// - Parameter longWay: The number of steps from the entry from which on a fragment is reported as too far away.
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

    /// For each family, the members that rules name; at most 8.
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

    /// The least number of segues from one fragment to each fragment, or nil if it is unreachable.
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

    /// The shortest paths from the entry to a fragment, regardless of conditions; empty for the entry itself.
    ///
    /// - Parameter limit: The maximum number of paths.
    /// - Complexity: O(*f* + *s*) in the number of fragments and segues, plus the length of the paths that are found.
    package func shortestWays(to fragment: F, limit: Int) -> [[GraphEdge<F>]] {
        guard let target = number(of: fragment) else { return [] }
        let distances = distances(from: Self.entryNumber)
        guard let distance = distances[target], distance > 0 else { return [] }
        // Backwards from the target, always to a fragment that is one step nearer to the entry.
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
