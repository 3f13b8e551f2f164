/// The distance between two names.
enum EditDistance {
    /// Whether one edit turns one text into the other: adding, removing or changing a character, or swapping two
    /// adjacent ones.
    static func isOne(_ first: String, _ second: String) -> Bool {
        let (one, other) = (Array(first), Array(second))
        guard abs(one.count - other.count) <= 1, one != other else { return false }
        var start = 0
        while start < min(one.count, other.count), one[start] == other[start] { start += 1 }
        var end = 0
        while end < min(one.count, other.count) - start, one[one.count - 1 - end] == other[other.count - 1 - end] {
            end += 1
        }
        let (rest, otherRest) = (one.count - start - end, other.count - start - end)
        if rest <= 1, otherRest <= 1 { return true }
        return rest == 2 && otherRest == 2 && one[start] == other[start + 1] && one[start + 1] == other[start]
    }
}
