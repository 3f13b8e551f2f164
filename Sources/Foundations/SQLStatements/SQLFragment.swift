/// A part of a statement, with its parameters in place.
///
/// ```swift
/// let condition: SQLFragment = "size > \(.number(limit)) AND publisher = \(.text(publisher))"
/// let rows = try session.query("SELECT id FROM entry WHERE \(condition)")
/// ```
///
/// Interpolated values never become text of the statement: each is a parameter or another fragment. A text that is
/// known only at run time can't become a fragment by accident; see ``init(unchecked:)``.
package struct SQLFragment: Sendable {
    private enum Part: Sendable {
        case text(String)
        case value(SQLValue)
    }

    private var parts: [Part] = []

    /// A fragment of a text that the program has made. It must not include anything from outside.
    package init(unchecked text: String) {
        parts = [.text(text)]
    }

    /// The text with a placeholder for each parameter, and their values.
    ///
    /// - Parameter placeholder: Makes the placeholder of the parameter with this number, from 1.
    package func statement(_ placeholder: (Int) -> String) -> (sql: String, parameters: [SQLValue]) {
        var sql = ""
        var parameters: [SQLValue] = []
        for part in parts {
            switch part {
            case .text(let text): sql += text
            case .value(let value):
                parameters.append(value)
                sql += placeholder(parameters.count)
            }
        }
        return (sql, parameters)
    }

    package static func + (one: SQLFragment, other: SQLFragment) -> SQLFragment {
        var sum = one
        sum.parts += other.parts
        return sum
    }
}

extension SQLFragment: ExpressibleByStringInterpolation {
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var fragment = SQLFragment(unchecked: "")

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: StaticString) {
            fragment.parts.append(.text(literal.description))
        }

        package mutating func appendInterpolation(_ value: SQLValue) { fragment.parts.append(.value(value)) }

        package mutating func appendInterpolation(_ other: SQLFragment) { fragment.parts += other.parts }
    }

    package init(stringLiteral value: StaticString) { parts = [.text(value.description)] }

    package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.fragment }
}

extension Sequence<SQLFragment> {
    package func joined(separator: SQLFragment) -> SQLFragment {
        var sum: SQLFragment?
        for fragment in self { sum = sum.map { $0 + separator + fragment } ?? fragment }
        return sum ?? ""
    }
}
