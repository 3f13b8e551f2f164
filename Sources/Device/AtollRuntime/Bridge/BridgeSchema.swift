import Foundation

/// The form of a value on the bridge: the part of JSON Schema (2020-12) that `bridge.json` uses.
public indirect enum BridgeSchema: Hashable, Sendable {
    /// Any JSON value.
    case any
    case null
    case boolean
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    /// A text with so many characters, at most so many bytes in UTF-8, and of this form.
    case string(characters: ClosedRange<Int>, bytes: Int, pattern: Pattern?)
    /// One of these texts.
    case choice([String])
    case array(of: BridgeSchema, count: ClosedRange<Int>, isUnique: Bool)
    /// An object with these members and no others.
    case object([String: BridgeSchema], required: Set<String>)
    /// An object whose member names the sender chooses.
    case map(of: BridgeSchema, names: BridgeSchema, count: ClosedRange<Int>)
    case oneOf([BridgeSchema])
    /// A type of ``BridgeDescription/types``.
    case reference(String)
    /// Also limited as a whole: the bytes of its JSON, or of the text if it is one.
    case limited(BridgeSchema, bytes: Int)

    /// A regular expression that a text matches as a whole.
    public struct Pattern: Hashable, Sendable {
        /// The expression.
        public let text: String
        private let expression: NSRegularExpression

        /// Nil for what is not a regular expression.
        init?(_ text: String) {
            guard let expression = try? NSRegularExpression(pattern: text) else { return nil }
            (self.text, self.expression) = (text, expression)
        }

        func matches(_ candidate: String) -> Bool {
            let all = NSRange(candidate.startIndex..., in: candidate)
            return expression.firstMatch(in: candidate, range: all)?.range == all
        }
    }
}
