/// The rows of a difference, by their line numbers: the lines that were replaced, and some lines around them.
struct DifferenceRows {
    /// A row: a line of one version, or of both.
    struct Row {
        /// The index in the earlier version, or nil.
        let before: Int?
        /// The index in the later version, or nil.
        let after: Int?
    }

    /// Consecutive rows.
    struct Group {
        let changes: [LineMatching.Change]
        /// The number of lines shown before the first change and after the last one.
        let lead: Int
        let tail: Int
        /// The number of rows in the group.
        let count: Int
    }

    let groups: [Group]
    /// The number of rows in all groups.
    let count: Int

    init(_ changes: [LineMatching.Change], _ before: Int, _ after: Int) {
        var all: [Group] = []
        var open: [LineMatching.Change] = []
        func close() {
            guard let first = open.first, let last = open.last else { return }
            let lead = min(TextDifference.context, first.before.lowerBound, first.after.lowerBound)
            let tail = min(TextDifference.context, before - last.before.upperBound, after - last.after.upperBound)
            let between = zip(open, open.dropFirst()).reduce(0) { $0 + $1.1.before.lowerBound - $1.0.before.upperBound }
            let changed = open.reduce(0) { $0 + $1.before.count + $1.after.count }
            all.append(Group(changes: open, lead: lead, tail: tail, count: lead + tail + between + changed))
        }
        for change in changes {
            // Changes whose context overlaps are shown together.
            if let last = open.last, change.before.lowerBound - last.before.upperBound > 2 * TextDifference.context {
                close()
                open = []
            }
            open.append(change)
        }
        close()
        groups = all
        count = all.reduce(0) { $0 + $1.count }
    }
}

extension DifferenceRows.Group {
    /// Calls `same` for each line that both versions have, and `change` for each change, in order.
    func walk(same: (DifferenceRows.Row) -> Void, change: (LineMatching.Change) -> Void) {
        guard let first = changes.first, let last = changes.last else { return }
        func both(_ before: Int, _ after: Int, _ count: Int) {
            for index in 0..<max(0, count) { same(DifferenceRows.Row(before: before + index, after: after + index)) }
        }
        both(first.before.lowerBound - lead, first.after.lowerBound - lead, lead)
        for (number, each) in changes.enumerated() {
            if number > 0 {
                let previous = changes[number - 1]
                both(
                    previous.before.upperBound, previous.after.upperBound,
                    each.before.lowerBound - previous.before.upperBound)
            }
            change(each)
        }
        both(last.before.upperBound, last.after.upperBound, tail)
    }
}
