/// A condition on a mini app in a search. If there are several, all must be met.
///
/// Texts are compared without regard to case and diacritics. A mini app without a value for the field meets only
/// `notEquals`.
public struct CatalogFilter: Hashable, Sendable, Codable {
    /// The name of a ``CatalogField`` or of an attribute that the super app defines.
    public var field: String
    /// How the field's value is compared with ``value``.
    public var `operator`: Operator
    /// The value to compare with.
    public var value: Value

    /// A comparison of a field with a value.
    public enum Operator: String, Hashable, Sendable, Codable, CaseIterable {
        case equals, notEquals, greater, greaterOrEquals, less, lessOrEquals
        /// The field's text contains this one.
        case contains
        /// The field's value is one of a list.
        case `in`
    }

    /// The value to compare with: a list for ``Operator/in``, otherwise a text or a number, depending on the field.
    /// Times are texts such as `2030-01-01T00:00:00Z`.
    public enum Value: Hashable, Sendable, Codable, ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
        ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral
    {
        /// A single text or number.
        case one(AttributeValue)
        /// The list for ``Operator/in``.
        case list([AttributeValue])

        /// Creates a single text.
        public init(stringLiteral value: String) { self = .one(.text(value)) }
        /// Creates a single number.
        public init(floatLiteral value: Double) { self = .one(.number(value)) }
        /// Creates a single number.
        public init(integerLiteral value: Int) { self = .one(.number(Double(value))) }
        /// Creates a list.
        public init(arrayLiteral elements: AttributeValue...) { self = .list(elements) }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let list = try? container.decode([AttributeValue].self) {
                self = .list(list)
            } else {
                self = .one(try container.decode(AttributeValue.self))
            }
        }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .one(let value): try container.encode(value)
            case .list(let values): try container.encode(values)
            }
        }
    }

    /// Creates a condition on a field by its name.
    public init(_ field: String, _ operator: Operator, _ value: Value) {
        self.field = field
        self.operator = `operator`
        self.value = value
    }

    /// Creates a condition on a standard field.
    public init(_ field: CatalogField, _ operator: Operator, _ value: Value) {
        self.init(field.rawValue, `operator`, value)
    }
}

extension AttributeValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    /// Creates a text.
    public init(stringLiteral value: String) { self = .text(value) }
    /// Creates a number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// Creates a number.
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
}
