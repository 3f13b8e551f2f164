/// The reason that bytes from outside are refused as text.
public enum ForeignTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bytes are not UTF-8.
    case notUTF8
    /// The text has more bytes than this limit.
    case tooLong(limit: Int)
    /// From this offset in bytes on, there are more combining marks in a row than ``ForeignText/longestRun``.
    case tooManyMarks(at: Int)

    public var description: String {
        switch self {
        case .notUTF8: "The text is not valid UTF-8."
        case .tooLong(let limit): "The text is longer than \(limit) bytes."
        case .tooManyMarks(let offset):
            "The text has more than \(ForeignText.longestRun) combining marks in a row, at byte \(offset)."
        }
    }
}
