import Foundation

/// Any JSON value, as bridge messages carry them.
public enum BridgeValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([BridgeValue])
    case object([String: BridgeValue])

    /// The member of an object, or nil.
    public subscript(member: String) -> BridgeValue? {
        guard case .object(let members) = self else { return nil }
        return members[member]
    }

    /// The text of a string, or nil.
    public var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}

extension BridgeValue: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([BridgeValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: BridgeValue].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension BridgeValue: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    public init(stringLiteral value: String) { self = .string(value) }

    public init(dictionaryLiteral elements: (String, BridgeValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }

    public init(arrayLiteral elements: BridgeValue...) { self = .array(elements) }
}
