/// A condition on a mini app. Several are all required.
///
/// Texts are compared without regard to case and diacritics. A mini app that has no value fulfils `notEquals` only.
public struct CatalogFilter: Hashable, Sendable, Codable {
    /// A ``CatalogField``, or an attribute that the super app defines.
    public var field: String
    public var `operator`: Operator
    public var value: Value

    public enum Operator: String, Hashable, Sendable, Codable, CaseIterable {
        case equals, notEquals, greater, greaterOrEquals, less, lessOrEquals
        /// The text has this one in it.
        case contains
        /// The value is one of a list.
        case `in`
    }

    /// What is compared with: a list for ``Operator/in``, otherwise a text or a number, as the field has it. Times are texts
    /// such as `2030-01-01T00:00:00Z`.
    public enum Value: Hashable, Sendable, Codable, ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
        ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral
    {
        case one(AttributeValue)
        case list([AttributeValue])

        public init(stringLiteral value: String) { self = .one(.text(value)) }
        public init(floatLiteral value: Double) { self = .one(.number(value)) }
        public init(integerLiteral value: Int) { self = .one(.number(Double(value))) }
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

    public init(_ field: String, _ operator: Operator, _ value: Value) {
        self.field = field
        self.operator = `operator`
        self.value = value
    }

    /// A condition on a standard field.
    public init(_ field: CatalogField, _ operator: Operator, _ value: Value) {
        self.init(field.rawValue, `operator`, value)
    }
}

extension AttributeValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    public init(stringLiteral value: String) { self = .text(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
}

/// The fields that every mini app has; no attribute is named like one.
public enum CatalogField: String, Hashable, Sendable, CaseIterable {
    case id, name, description, publisher, language
    /// The number of the current version.
    case code
    /// The sum of its files' lengths, in bytes.
    case size
    /// When the current version was published.
    case published

    /// Whether its values are numbers (a time counts as one, and is written as a text).
    public var isNumber: Bool {
        switch self {
        case .id, .name, .description, .publisher, .language: false
        case .code, .size, .published: true
        }
    }
}
