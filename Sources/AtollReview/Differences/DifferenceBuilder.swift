import SignedJSON

/// Finds which lines and words differ.
struct DifferenceBuilder {
    private let before: [String]
    private let after: [String]
    /// A number for each line: the same for the same text, so that comparing costs little.
    private let oldNumbers: [Int]
    private let newNumbers: [Int]
    private(set) var hunks: [TextDifference.Hunk] = []
    private(set) var isCut = false
    /// How many steps are left for comparing lines word by word. When none are left, lines are shown as changed as a whole.
    private var wordSteps = 20_000_000

    init(_ before: [String], _ after: [String]) {
        isCut = before.count > TextDifference.maximumLines || after.count > TextDifference.maximumLines
        self.before = Array(before.prefix(TextDifference.maximumLines))
        self.after = Array(after.prefix(TextDifference.maximumLines))
        // By their bytes: a letter that only looks the same is another one.
        var numbers: [ExactString: Int] = [:]
        func number(_ line: String) -> Int {
            let line = ExactString(line)
            if let known = numbers[line] { return known }
            numbers[line] = numbers.count
            return numbers.count - 1
        }
        oldNumbers = self.before.map(number)
        newNumbers = self.after.map(number)
    }

    /// A run of lines that were replaced: where it is in both versions.
    private struct Change {
        var before: Range<Int>
        var after: Range<Int>
    }

    mutating func run() {
        var shown = 0
        for group in grouped(changes()) {
            guard shown < TextDifference.maximumShown else {
                isCut = true
                return
            }
            let left = TextDifference.maximumShown - shown
            let lines = lines(of: group, upTo: left)
            // What was left out is said: nobody may take a part for the whole.
            let all = group.reduce(0) { $0 + $1.before.count + $1.after.count }
            if lines.count(where: { $0.before == nil || $0.after == nil }) < all { isCut = true }
            shown += lines.count
            hunks.append(TextDifference.Hunk(lines: lines))
        }
    }

    /// What was replaced, in order.
    private func changes() -> [Change] {
        var start = 0
        let common = min(before.count, after.count)
        while start < common, oldNumbers[start] == newNumbers[start] { start += 1 }
        var end = 0
        while end < common - start, oldNumbers[before.count - 1 - end] == newNumbers[after.count - 1 - end] { end += 1 }
        let (old, new) = (start..<before.count - end, start..<after.count - end)
        guard !old.isEmpty || !new.isEmpty else { return [] }
        // The difference costs as much as lines times changes.
        guard old.count + new.count <= TextDifference.maximumChanges else { return [Change(before: old, after: new)] }
        let difference = newNumbers[new].difference(from: oldNumbers[old])
        var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(old.lowerBound + offset)
            case .insert(let offset, _, _): inserted.insert(new.lowerBound + offset)
            }
        }
        var (result, first, second): ([Change], Int, Int) = ([], old.lowerBound, new.lowerBound)
        while first < old.upperBound || second < new.upperBound {
            let (from, to) = (first, second)
            while removed.contains(first) { first += 1 }
            while inserted.contains(second) { second += 1 }
            if first > from || second > to {
                result.append(Change(before: from..<first, after: to..<second))
            } else {
                first += 1
                second += 1
            }
        }
        return result
    }

    /// Changes whose surroundings meet are shown together.
    private func grouped(_ changes: [Change]) -> [[Change]] {
        var groups: [[Change]] = []
        for change in changes {
            if let last = groups.last?.last,
                change.before.lowerBound - last.before.upperBound <= 2 * TextDifference.context
            {
                groups[groups.count - 1].append(change)
            } else {
                groups.append([change])
            }
        }
        return groups
    }

    private mutating func lines(of group: [Change], upTo maximum: Int) -> [TextDifference.Line] {
        guard let first = group.first, let last = group.last else { return [] }
        var lines: [TextDifference.Line] = []
        func same(_ old: Int, _ new: Int) {
            lines.append(
                TextDifference.Line(before: old + 1, after: new + 1, pieces: [piece(before[old])]))
        }
        let lead = min(TextDifference.context, first.before.lowerBound)
        for index in 0..<lead {
            same(first.before.lowerBound - lead + index, first.after.lowerBound - lead + index)
        }
        for (number, change) in group.enumerated() {
            if number > 0 {
                let previous = group[number - 1]
                for (old, new) in zip(
                    previous.before.upperBound..<change.before.lowerBound,
                    previous.after.upperBound..<change.after.lowerBound)
                {
                    same(old, new)
                }
            }
            // Lines that stand beside one another are compared word by word.
            let isPaired = change.before.count == change.after.count && change.before.count <= 200
            let words = isPaired ? zip(change.before, change.after).map { compared(before[$0], after[$1]) } : []
            // Both sides have their share.
            let room = max(0, maximum - lines.count)
            for (index, old) in change.before.prefix(max(room - change.after.count, room / 2)).enumerated() {
                lines.append(
                    TextDifference.Line(
                        before: old + 1, after: nil, pieces: isPaired ? words[index].0 : [piece(before[old], true)]))
            }
            for (index, new) in change.after.enumerated() where lines.count < maximum {
                lines.append(
                    TextDifference.Line(
                        before: nil, after: new + 1, pieces: isPaired ? words[index].1 : [piece(after[new], true)]))
            }
        }
        let tail = min(
            TextDifference.context, before.count - last.before.upperBound, after.count - last.after.upperBound)
        for index in 0..<max(0, tail) where lines.count < maximum + TextDifference.context {
            same(last.before.upperBound + index, last.after.upperBound + index)
        }
        return lines
    }

    private func piece(_ text: String, _ isChanged: Bool = false) -> TextDifference.Piece {
        TextDifference.Piece(text: Self.shortened(text), isChanged: isChanged)
    }

    private static func shortened(_ text: String) -> String {
        text.utf8.count <= TextDifference.maximumLine
            ? text : String(text.unicodeScalars.prefix(TextDifference.maximumLine)) + " …"
    }

    /// Two lines in pieces, with the words marked that differ.
    private mutating func compared(
        _ before: String, _ after: String
    ) -> ([TextDifference.Piece], [TextDifference.Piece]) {
        let (old, new) = (Self.split(Self.shortened(before)), Self.split(Self.shortened(after)))
        let common = min(old.count, new.count)
        var (start, end) = (0, 0)
        while start < common, old[start].utf8.elementsEqual(new[start].utf8) { start += 1 }
        while end < common - start, old[old.count - 1 - end].utf8.elementsEqual(new[new.count - 1 - end].utf8) {
            end += 1
        }
        let (first, second) = (old[start..<old.count - end], new[start..<new.count - end])
        // At worst, comparing takes the square of what is between the same beginning and the same end.
        let steps = (first.count + second.count) * (first.count + second.count)
        guard first.count + second.count <= 1_000, steps <= wordSteps else {
            return (
                [TextDifference.Piece(text: old.joined(), isChanged: true)],
                [TextDifference.Piece(text: new.joined(), isChanged: true)]
            )
        }
        wordSteps -= steps
        var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
        for change in Array(second).difference(from: Array(first), by: { $0.utf8.elementsEqual($1.utf8) }) {
            switch change {
            case .remove(let offset, _, _): removed.insert(start + offset)
            case .insert(let offset, _, _): inserted.insert(start + offset)
            }
        }
        return (Self.pieces(old, removed), Self.pieces(new, inserted))
    }

    private static func pieces(_ words: [Substring], _ changed: Set<Int>) -> [TextDifference.Piece] {
        var (pieces, text, isChanged) = ([TextDifference.Piece](), "", false)
        for (index, word) in words.enumerated() {
            if changed.contains(index) != isChanged, !text.isEmpty {
                pieces.append(TextDifference.Piece(text: text, isChanged: isChanged))
                text = ""
            }
            isChanged = changed.contains(index)
            text += word
        }
        return text.isEmpty ? pieces : pieces + [TextDifference.Piece(text: text, isChanged: isChanged)]
    }

    /// Words, and what is between them one by one.
    private static func split(_ line: String) -> [Substring] {
        var (parts, start) = ([Substring](), line.startIndex)
        func isWord(_ character: Character) -> Bool {
            guard let byte = character.asciiValue else { return character.isLetter || character.isNumber }
            return (0x61...0x7a).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x5f
        }
        while start < line.endIndex {
            var end = line.index(after: start)
            if isWord(line[start]) {
                while end < line.endIndex, isWord(line[end]) { end = line.index(after: end) }
            }
            parts.append(line[start..<end])
            start = end
        }
        return parts
    }
}
