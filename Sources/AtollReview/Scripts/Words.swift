/// Words of JavaScript, compared where they stand.
enum Words {
    /// Keywords after which a value follows, so that `/` begins a regular expression.
    private static let beforeExpression: [StaticString] = [
        "return", "typeof", "instanceof", "in", "of", "new", "delete", "void", "throw", "case", "do", "else", "yield",
        "await", "default", "extends",
    ]

    /// The words that checks ask for by their names.
    private static let named: [StaticString] = [
        "eval", "execScript", "Function", "setTimeout", "setInterval", "setImmediate", "constructor", "innerHTML", "outerHTML",
        "insertAdjacentHTML", "write", "writeln", "from", "call", "Worker", "SharedWorker", "WebAssembly", "register",
    ]

    /// For each first byte, a bit for each length of those words.
    private static let lengths: [UInt64] = {
        var lengths = [UInt64](repeating: 0, count: 256)
        for word in named { lengths[Int(word.utf8Start[0])] |= 1 << UInt64(word.utf8CodeUnitCount) }
        return lengths
    }()

    /// Whether a word with this first byte and length may be one of those: most are not, and are passed over.
    static func mayBeNamed(_ first: UInt8, _ length: Int) -> Bool {
        length < 64 && lengths[Int(first)] & (1 << UInt64(length)) != 0
    }

    /// The same for the keywords above.
    private static let expressionLengths: [UInt64] = {
        var lengths = [UInt64](repeating: 0, count: 256)
        for word in beforeExpression { lengths[Int(word.utf8Start[0])] |= 1 << UInt64(word.utf8CodeUnitCount) }
        return lengths
    }()

    /// Whether a word is one after which a value follows.
    static func precedesExpression(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        guard range.count < 64, expressionLengths[Int(bytes[range.lowerBound])] & (1 << UInt64(range.count)) != 0 else {
            return false
        }
        return beforeExpression.contains { isEqual(bytes, range, $0) }
    }

    static func isEqual(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ word: StaticString) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        for index in 0..<range.count where bytes[range.lowerBound + index] != word.utf8Start[index] { return false }
        return true
    }
}
