/// Finds which lines of two texts are the same.
///
/// Lines that both texts have exactly once, in the same order, are matched first (patience diff, Bram Cohen). The lines
/// between two of those are compared separately (Myers, *An O(ND) Difference Algorithm*, 1986) if they are few enough.
/// So a change at the beginning of a long file and one at its end remain two changes.
struct LineMatching {
    /// Lines that were replaced: their positions in both versions.
    struct Change: Hashable {
        var before: Range<Int>
        var after: Range<Int>
    }

    /// The maximum number of lines between two matches that are compared one by one. More count as replaced as a whole.
    private static let maximumLines = 4_000
    /// The remaining steps for all comparisons.
    private var steps = 64_000_000

    /// A number for each line, equal for equal bytes.
    private let old: [Int32]
    private let new: [Int32]
    private var changes: [Change] = []

    static func changes(from before: ReadableLines, to after: ReadableLines) -> [Change] {
        var matching = LineMatching(before, after)
        matching.compare(0..<matching.old.count, 0..<matching.new.count)
        return matching.changes
    }

    private init(_ before: ReadableLines, _ after: ReadableLines) {
        // Lines are compared by their bytes, because letters that look alike are not the same.
        var numbers: [Int: Known] = [:]
        var count: Int32 = 0
        func number(_ index: Int, of text: ReadableLines, isAfter: Bool) -> Int32 {
            let line = text.lines[index]
            var key = text.hash(of: line)
            while let known = numbers[key] {
                let other = known.isAfter ? after : before
                if text.isEqual(line, other.lines[known.index], of: other) { return known.number }
                key &+= 1
            }
            numbers[key] = Known(isAfter: isAfter, index: index, number: count)
            count += 1
            return count - 1
        }
        old = before.lines.indices.map { number($0, of: before, isAfter: false) }
        new = after.lines.indices.map { number($0, of: after, isAfter: true) }
    }

    /// The position of a line that has a number.
    private struct Known {
        let isAfter: Bool
        let index: Int
        let number: Int32
    }

    private mutating func compare(_ old: Range<Int>, _ new: Range<Int>) {
        let (old, new) = trimmed(old, new)
        guard !old.isEmpty, !new.isEmpty else { return add(old, new) }
        let anchors = anchors(old, new)
        guard !anchors.isEmpty else { return compareOneByOne(old, new) }
        var (first, second) = (old.lowerBound, new.lowerBound)
        for (before, after) in anchors + [(old.upperBound, new.upperBound)] {
            let (between, other) = trimmed(first..<before, second..<after)
            compareOneByOne(between, other)
            (first, second) = (before + 1, after + 1)
        }
    }

    /// Two ranges without the lines that are equal at their beginnings and ends.
    private func trimmed(_ before: Range<Int>, _ after: Range<Int>) -> (Range<Int>, Range<Int>) {
        var (first, second, end, last) = (
            before.lowerBound, after.lowerBound, before.upperBound, after.upperBound
        )
        while first < end, second < last, old[first] == new[second] { (first, second) = (first + 1, second + 1) }
        while end > first, last > second, old[end - 1] == new[last - 1] { (end, last) = (end - 1, last - 1) }
        return (first..<end, second..<last)
    }

    /// The pairs of lines that both ranges have exactly once: the most that have the same order in both.
    private func anchors(_ before: Range<Int>, _ after: Range<Int>) -> [(Int, Int)] {
        // The index of each number, or -1 if it occurs more than once.
        func places(_ numbers: [Int32], _ range: Range<Int>) -> [Int32: Int] {
            var places: [Int32: Int] = [:]
            for index in range { places[numbers[index]] = places[numbers[index]] == nil ? index : -1 }
            return places
        }
        let (first, second) = (places(old, before), places(new, after))
        let pairs = before.compactMap { index -> (Int, Int)? in
            guard first[old[index]] == index, let other = second[old[index]], other >= 0 else { return nil }
            return (index, other)
        }
        // The longest subsequence that increases in both (Fredman 1975).
        var (ends, previous): ([Int], [Int]) = ([], Array(repeating: -1, count: pairs.count))
        for (index, pair) in pairs.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[ends[middle]].1 < pair.1 { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = ends[low - 1] }
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var (chain, index): ([(Int, Int)], Int) = ([], ends.last ?? -1)
        while index >= 0 {
            chain.append(pairs[index])
            index = previous[index]
        }
        return chain.reversed()
    }

    private mutating func compareOneByOne(_ before: Range<Int>, _ after: Range<Int>) {
        let count = before.count + after.count
        guard !before.isEmpty, !after.isEmpty, count <= Self.maximumLines, count * count <= steps else {
            return add(before, after)
        }
        steps -= count * count
        var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
        for change in new[after].difference(from: old[before]) {
            switch change {
            case .remove(let offset, _, _): removed.insert(before.lowerBound + offset)
            case .insert(let offset, _, _): inserted.insert(after.lowerBound + offset)
            }
        }
        var (first, second) = (before.lowerBound, after.lowerBound)
        while first < before.upperBound || second < after.upperBound {
            let (from, to) = (first, second)
            while removed.contains(first) { first += 1 }
            while inserted.contains(second) { second += 1 }
            if first > from || second > to {
                add(from..<first, to..<second)
            } else {
                (first, second) = (first + 1, second + 1)
            }
        }
    }

    private mutating func add(_ before: Range<Int>, _ after: Range<Int>) {
        if !before.isEmpty || !after.isEmpty { changes.append(Change(before: before, after: after)) }
    }
}
