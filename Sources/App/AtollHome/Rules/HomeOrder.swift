/// The order of lines on the screen: that of the rules, changed only where their ``InOrder`` rules require it.
struct HomeOrder<Flags: HomeFlags> {
    typealias Module = Flags.Module

    /// An ``InOrder``, and the lines that it applies to: those of the rules in the same block.
    private struct Order {
        let modules: [Module]
        let lines: Range<Int>
    }

    private let lines: [HomeRuleLine<Flags>]
    private var orders: [Order] = []

    init(_ rules: [HomeRule<Flags>], _ lines: [HomeRuleLine<Flags>]) {
        self.lines = lines
        var next = 0
        collect(rules, &next)
    }

    private mutating func collect(_ rules: [HomeRule<Flags>], _ next: inout Int) {
        let start = next
        var found: [[Module]] = []
        for rule in rules {
            switch rule {
            case .show(let modules): next += modules.count
            case .when(_, _, let then, let otherwise):
                collect(then, &next)
                collect(otherwise, &next)
            case .first(let rules), .group(_, let rules): collect(rules, &next)
            case .order(let modules): found.append(modules)
            }
        }
        orders += found.map { Order(modules: $0, lines: start..<next) }
    }

    /// The lines in order: always the first line, in the order of the rules, that no other line must precede.
    ///
    /// - Throws: ``HomeRulesError`` if orders contradict each other, or name a module that none of their lines shows.
    /// - Complexity: O(*n*²) in the number of lines.
    func sorted() throws(HomeRulesError) -> [Int] {
        var before = [Set<Int>](repeating: [], count: lines.count)
        for order in orders {
            let groups = order.modules.map { module in order.lines.filter { lines[$0].module == module } }
            for (module, group) in zip(order.modules, groups) where group.isEmpty { throw .unknownModule(module.id) }
            for (earlier, later) in zip(groups, groups.dropFirst()) {
                for line in later { before[line].formUnion(earlier) }
            }
        }
        var left = Array(lines.indices)
        var sorted: [Int] = []
        while !left.isEmpty {
            guard let next = left.firstIndex(where: { before[$0].isEmpty }) else {
                throw .cycle(circle(in: before, from: left[0]).map { lines[$0].module.id })
            }
            let line = left.remove(at: next)
            sorted.append(line)
            for index in before.indices { before[index].remove(line) }
        }
        return sorted
    }

    /// A cycle of lines, each of which must precede the next.
    private func circle(in before: [Set<Int>], from start: Int) -> [Int] {
        var way = [start]
        while let next = before[way[way.count - 1]].min() {
            if let index = way.firstIndex(of: next) { return way[index...].reversed() }
            way.append(next)
        }
        return way.reversed()
    }
}
