/// Finds the words in which two lines differ.
enum WordDifference {
    /// The pieces of two lines.
    ///
    /// - Parameter steps: The remaining steps for comparing. The steps used are subtracted. If there are too few, both
    ///   lines count as changed as a whole.
    static func pieces(
        _ before: String, _ after: String, _ steps: inout Int
    ) -> ([TextDifference.Piece], [TextDifference.Piece]) {
        let (old, new) = (split(before), split(after))
        let common = min(old.count, new.count)
        var (start, end) = (0, 0)
        while start < common, old[start].utf8.elementsEqual(new[start].utf8) { start += 1 }
        while end < common - start, old[old.count - 1 - end].utf8.elementsEqual(new[new.count - 1 - end].utf8) {
            end += 1
        }
        let (first, second) = (old[start..<old.count - end], new[start..<new.count - end])
        // In the worst case, the number of steps is the square of the length between the common beginning and end.
        let needed = (first.count + second.count) * (first.count + second.count)
        guard first.count + second.count <= 1_000, needed <= steps else {
            return (
                [TextDifference.Piece(text: before, isChanged: true)],
                [TextDifference.Piece(text: after, isChanged: true)]
            )
        }
        steps -= needed
        var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
        for change in Array(second).difference(from: Array(first), by: { $0.utf8.elementsEqual($1.utf8) }) {
            switch change {
            case .remove(let offset, _, _): removed.insert(start + offset)
            case .insert(let offset, _, _): inserted.insert(start + offset)
            }
        }
        // If only white space differs, it is made visible.
        let isSpace = removed.allSatisfy { isWhite(old[$0]) } && inserted.allSatisfy { isWhite(new[$0]) }
        return (pieces(old, removed, showingSpace: isSpace), pieces(new, inserted, showingSpace: isSpace))
    }

    private static func isWhite(_ word: Substring) -> Bool { word == " " || word == "\t" }

    private static func pieces(
        _ words: [Substring], _ changed: Set<Int>, showingSpace: Bool
    ) -> [TextDifference.Piece] {
        var (pieces, text, isChanged) = ([TextDifference.Piece](), "", false)
        for (index, word) in words.enumerated() {
            if changed.contains(index) != isChanged, !text.isEmpty {
                pieces.append(TextDifference.Piece(text: text, isChanged: isChanged))
                text = ""
            }
            isChanged = changed.contains(index)
            text += isChanged && showingSpace ? VisibleText.spaces(word) : String(word)
        }
        return text.isEmpty ? pieces : pieces + [TextDifference.Piece(text: text, isChanged: isChanged)]
    }

    /// Splits a line into words, the numbers of ``VisibleText``, and single characters between them.
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
            } else if line[start] == "⟨" {
                end = line[start...].firstIndex(of: "⟩").map(line.index(after:)) ?? end
            }
            parts.append(line[start..<end])
            start = end
        }
        return parts
    }
}
