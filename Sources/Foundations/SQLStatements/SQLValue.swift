import Foundation

/// A value of a parameter of a statement, or of a column of a row.
package enum SQLValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case bytes(Data)
    /// Only as a parameter, for `IN` and the like.
    case integers([Int64])
    /// Only as a parameter.
    case numbers([Double])
    /// Only as a parameter.
    case texts([String])
}

extension SQLValue {
    package static func integer(_ value: Int) -> SQLValue { .integer(Int64(value)) }

    /// A text, or null.
    package static func text(_ value: String?) -> SQLValue { value.map { .text($0) } ?? .null }

    /// A number, or null.
    package static func number(_ value: Double?) -> SQLValue { value.map { .number($0) } ?? .null }

    /// An integer, or null.
    package static func integer(_ value: Int?) -> SQLValue { value.map { .integer(Int64($0)) } ?? .null }

    /// Bytes, or null.
    package static func bytes(_ value: Data?) -> SQLValue { value.map { .bytes($0) } ?? .null }
}

extension SQLValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
}
