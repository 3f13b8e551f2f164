/// A JavaScript token, by its range in the file.
struct JavaScriptToken: Hashable, Sendable {
    enum Kind: UInt8, Sendable {
        /// An identifier or a keyword.
        case word
        /// An identifier or a keyword with a Unicode escape in it.
        case escapedWord
        case number
        case string
        /// A part of a template: from `` ` `` or `}` to `${` or `` ` ``.
        case template
        case regularExpression
        /// One character of punctuation, or `=>`.
        case punctuator
    }

    let kind: Kind
    let start: Int32
    let end: Int32

    var range: Range<Int> { Int(start)..<Int(end) }
}
