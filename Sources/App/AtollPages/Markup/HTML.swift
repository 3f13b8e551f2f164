/// Markup that can be inserted into a page as it is.
///
/// In a literal, the text is markup, and interpolated values are escaped:
///
/// ```swift
/// let body: HTML = "<h1>\(name)</h1>"  // a name such as "<b>" is shown as text, not interpreted
/// ```
///
/// Most markup comes from ``Templates``, which escape their values as well.
public struct HTML: Hashable, Sendable {
    /// The markup, in which all text is escaped.
    public let markup: String

    /// Creates markup from a text without escaping it. The caller ensures that none of it comes from outside.
    public init(markup: String) { self.markup = markup }
}

extension HTML: ExpressibleByStringInterpolation {
    /// Collects the parts of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var markup = ""

        /// Creates an empty interpolation.
        public init(literalCapacity: Int, interpolationCount: Int) { markup.reserveCapacity(literalCapacity) }

        /// Appends a part of the literal as markup.
        public mutating func appendLiteral(_ literal: String) { markup += literal }

        /// Appends a value as text, escaped.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            markup += SafeHTML().escapeText(value.description)
        }

        /// Appends markup as it is.
        public mutating func appendInterpolation(_ html: HTML) { markup += html.markup }
    }

    /// Creates markup from a literal.
    public init(stringLiteral value: String) { self.init(markup: value) }

    /// Creates markup from a literal with escaped values.
    public init(stringInterpolation: StringInterpolation) { self.init(markup: stringInterpolation.markup) }
}
