/// JavaScript words, which are compared in the file's bytes.
enum Words {
    /// Keywords after which a value follows, so that `/` begins a regular expression.
    private static let beforeExpression: [StaticString] = [
        "return", "typeof", "instanceof", "in", "of", "new", "delete", "void", "throw", "case", "do", "else", "yield",
        "await", "default", "extends",
    ]

    /// The words that checks look for.
    private static let named: [StaticString] = [
        "eval", "execScript", "Function", "setTimeout", "setInterval", "setImmediate", "constructor", "innerHTML",
        "outerHTML",
        "insertAdjacentHTML", "write", "writeln", "from", "call", "Worker", "SharedWorker", "WebAssembly", "register",
        "RTCPeerConnection", "webkitRTCPeerConnection", "mozRTCPeerConnection", "srcdoc",
    ]

    private static let shapes = WordShapes(named.map(\.description))

    /// Whether a word with this first byte and length may be one of those. Most are not, and are skipped.
    static func mayBeNamed(_ first: UInt8, _ length: Int) -> Bool {
        shapes.may(first, length)
    }

    private static let expressionShapes = WordShapes(beforeExpression.map(\.description))

    /// Whether a word is one after which a value follows.
    static func precedesExpression(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        guard expressionShapes.may(bytes[range.lowerBound], range.count) else { return false }
        return beforeExpression.contains { isEqual(bytes, range, $0) }
    }

    /// Words that are keywords in some places and names in others.
    private static let namesOrKeywords: [StaticString] = ["of", "yield", "await"]

    static func isNameOrKeyword(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        namesOrKeywords.contains { isEqual(bytes, range, $0) }
    }

    static func isEqual(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ word: StaticString) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        for index in 0..<range.count where bytes[range.lowerBound + index] != word.utf8Start[index] { return false }
        return true
    }
}
