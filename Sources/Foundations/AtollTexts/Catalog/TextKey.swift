/// A text in the source language, which is also its key in a ``TextCatalog``.
///
/// Interpolated values become placeholders, as in Xcode's String Catalogs: an `Int` `%lld`, anything else `%@`.
///
/// ```swift
/// let key: TextKey = "Used \(3) times, last on \(date)"  // "Used %lld times, last on %@"
/// ```
public struct TextKey: Hashable, Sendable {
    enum Argument: Hashable, Sendable {
        case number(Int)
        case text(String)
    }

    /// The key, with placeholders.
    public let format: String
    let arguments: [Argument]

    /// Creates a key without placeholders from a text that is known only at run time, such as the title of a tab.
    public init(verbatim text: String) {
        format = text
        arguments = []
    }
}

extension TextKey: ExpressibleByStringInterpolation {
    /// Collects the parts of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var format = ""
        fileprivate var arguments: [Argument] = []

        /// Creates an empty interpolation.
        public init(literalCapacity: Int, interpolationCount: Int) {
            format.reserveCapacity(literalCapacity + 4 * interpolationCount)
        }

        /// Appends a part of the literal.
        public mutating func appendLiteral(_ literal: String) { format += literal.replacing("%", with: "%%") }

        /// Appends a number, which selects the plural.
        public mutating func appendInterpolation(_ number: Int) {
            format += "%lld"
            arguments.append(.number(number))
        }

        /// Appends a value as text.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            format += "%@"
            arguments.append(.text(value.description))
        }
    }

    /// Creates a key without placeholders.
    public init(stringLiteral value: String) { self.init(verbatim: value) }

    /// Creates a key from a literal with values.
    public init(stringInterpolation: StringInterpolation) {
        format = stringInterpolation.format
        arguments = stringInterpolation.arguments
    }
}
