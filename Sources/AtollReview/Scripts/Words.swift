/// Words of JavaScript, compared where they stand.
enum Words {
    /// Keywords after which a value follows, so that `/` begins a regular expression.
    private static let beforeExpression: [StaticString] = [
        "return", "typeof", "instanceof", "in", "of", "new", "delete", "void", "throw", "case", "do", "else", "yield",
        "await", "default", "extends",
    ]

    /// Whether a word is one after which a value follows.
    static func precedesExpression(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        // The shortest has 2 letters, the longest 10.
        guard (2...10).contains(range.count) else { return false }
        return beforeExpression.contains { isEqual(bytes, range, $0) }
    }

    static func isEqual(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ word: StaticString) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        for index in 0..<range.count where bytes[range.lowerBound + index] != word.utf8Start[index] { return false }
        return true
    }
}
