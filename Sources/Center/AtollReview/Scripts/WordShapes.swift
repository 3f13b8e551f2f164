/// The first bytes and lengths of some words, by which most other words are ruled out without being read.
struct WordShapes: Sendable {
    /// For each first byte, a bit for each length below 64.
    private let lengths: [UInt64]

    init(_ words: some Sequence<String>) {
        var lengths = [UInt64](repeating: 0, count: 256)
        for word in words {
            guard let first = word.utf8.first, word.utf8.count < 64 else { continue }
            lengths[Int(first)] |= 1 << UInt64(word.utf8.count)
        }
        self.lengths = lengths
    }

    /// Whether a word with this first byte and length may be in the set.
    func may(_ first: UInt8, _ length: Int) -> Bool { length < 64 && lengths[Int(first)] & (1 << UInt64(length)) != 0 }
}
