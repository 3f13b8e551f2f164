/// Turns rows into lines in which the words that differ are marked.
struct DifferenceBuilder {
    private let before: ReadableLines
    private let after: ReadableLines
    /// The remaining steps for comparing lines word by word. Without any left, lines are marked as changed as a whole.
    private var wordSteps = 20_000_000
    /// The maximum numbers of lines of a change that are compared word by word: with adjacent lines, and with lines
    /// that look alike.
    private static let (maximumPairs, maximumCompared) = (200, TextDifference.maximumShown)

    init(_ before: ReadableLines, _ after: ReadableLines) { (self.before, self.after) = (before, after) }

    /// Up to `maximum` rows, starting at `from`.
    mutating func hunks(of rows: DifferenceRows, from: Int, upTo maximum: Int) -> [TextDifference.Hunk] {
        var (hunks, skipped, left): ([TextDifference.Hunk], Int, Int) = ([], 0, maximum)
        for group in rows.groups {
            guard left > 0 else { break }
            guard skipped + group.count > from else {
                skipped += group.count
                continue
            }
            let lines = lines(of: group, from: max(0, from - skipped), upTo: left)
            skipped += group.count
            left -= lines.count
            hunks.append(TextDifference.Hunk(lines: lines))
        }
        return hunks
    }

    private mutating func lines(of group: DifferenceRows.Group, from: Int, upTo maximum: Int) -> [TextDifference.Line] {
        var (items, number): ([Item], Int) = ([], 0)
        let window = from..<from + maximum
        func add(_ item: Item) {
            if window.contains(number) { items.append(item) }
            number += 1
        }
        group.walk(
            same: { add(.same($0)) },
            change: { change in
                for index in change.before { add(.removed(index, change)) }
                for index in change.after { add(.added(index, change)) }
            })
        var (lines, words): ([TextDifference.Line], Words) = ([], Words())
        for item in items {
            switch item {
            case .same(let row):
                lines.append(
                    TextDifference.Line(
                        before: row.before.map { $0 + 1 }, after: row.after.map { $0 + 1 },
                        pieces: [TextDifference.Piece(text: row.after.map(after.text) ?? "", isChanged: false)]))
            case .removed(let index, let change):
                prepare(&words, change)
                let pieces = words.old[index] ?? [whole(before, index)]
                lines.append(TextDifference.Line(before: index + 1, after: nil, pieces: pieces))
            case .added(let index, let change):
                prepare(&words, change)
                let pieces = words.new[index] ?? [whole(after, index)]
                lines.append(TextDifference.Line(before: nil, after: index + 1, pieces: pieces))
            }
        }
        return lines
    }

    private enum Item {
        case same(DifferenceRows.Row)
        case removed(Int, LineMatching.Change)
        case added(Int, LineMatching.Change)
    }

    /// The lines of a change that were compared word by word.
    private struct Words {
        var change: LineMatching.Change?
        var old: [Int: [TextDifference.Piece]] = [:]
        var new: [Int: [TextDifference.Piece]] = [:]
    }

    private func whole(_ lines: ReadableLines, _ index: Int) -> TextDifference.Piece {
        let end = lines.lines[index].ending == .endOfFile ? Self.noLineBreak : ""
        return TextDifference.Piece(text: lines.text(at: index) + end, isChanged: true)
    }

    /// Shown after the last line if it has no line break, and the last line of the other version has one.
    private static let noLineBreak = "⟨no line break⟩"

    /// Compares the lines of a change word by word if they are adjacent or look alike.
    private mutating func prepare(_ words: inout Words, _ change: LineMatching.Change) {
        guard words.change != change else { return }
        words = Words(change: change)
        // First the lines that a reader would take to be the same, wherever they are.
        var pairs = LookAlikes.pairs(
            change.before.prefix(Self.maximumCompared).map { ($0, before.text(at: $0)) },
            change.after.prefix(Self.maximumCompared).map { ($0, after.text(at: $0)) })
        if change.before.count == change.after.count, change.before.count <= Self.maximumPairs {
            let (old, new) = (Set(pairs.map(\.0)), Set(pairs.map(\.1)))
            pairs += zip(change.before.filter { !old.contains($0) }, change.after.filter { !new.contains($0) })
        }
        for (old, new) in pairs { (words.old[old], words.new[new]) = compared(old, new) }
    }

    /// The pieces of two lines, with the words marked that differ.
    private mutating func compared(
        _ old: Int, _ new: Int
    ) -> ([TextDifference.Piece], [TextDifference.Piece]) {
        var (first, second) = (before.text(at: old), after.text(at: new))
        if VisibleText.areAlike(first, second) {
            first = before.text(of: before.lines[old], escapingAll: true)
            second = after.text(of: after.lines[new], escapingAll: true)
        }
        if (before.lines[old].ending == .endOfFile) != (after.lines[new].ending == .endOfFile) {
            if before.lines[old].ending == .endOfFile { first += Self.noLineBreak } else { second += Self.noLineBreak }
        }
        return WordDifference.pieces(first, second, &wordSteps)
    }
}
