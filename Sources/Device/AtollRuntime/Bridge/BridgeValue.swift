import Foundation
import SignedJSON

/// A JSON value in a bridge message.
public enum BridgeValue: Hashable, Sendable {
    /// JSON's null.
    case null
    /// A boolean.
    case bool(Bool)
    /// A number written as an integer that fits an `Int`.
    case integer(Int)
    /// Any other number; it must be finite.
    case number(Double)
    /// A string.
    case string(String)
    /// A list of values.
    case array([BridgeValue])
    /// Values by name.
    case object([String: BridgeValue])

    /// The member of an object, or `nil` if it is missing or this is not an object.
    public subscript(member: String) -> BridgeValue? {
        guard case .object(let members) = self else { return nil }
        return members[member]
    }

    /// The text of a string, or nil if this is not a string.
    public var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}

extension BridgeValue {
    /// Reads JSON: at most 64 levels deep, in which no object has the same name twice.
    ///
    /// - Throws: An error for anything else.
    /// - Complexity: O(*n*) in the number of bytes.
    public init(json: Data) throws { try self.init(parsing: json) }

    /// Parses a message: JSON at most 64 levels deep, in which no object has the same name twice.
    ///
    /// - Parameter maximumCalls: The maximum number of values, if the message is a list.
    /// - Complexity: O(*n*) in the number of bytes, however deeply the text is nested.
    init(parsing message: Data, maximumCalls: Int = .max) throws(JSONError) {
        try self.init(JSONValue(parsing: message, numbers: .unbounded, maximumValues: maximumCalls))
    }

    private init(_ value: JSONValue) throws(JSONError) {
        switch value {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .integer(let value): self = .integer(value)
        case .decimal(let text):
            guard let number = Double(text), number.isFinite else { throw .badNumber(at: 0) }
            self = .number(number)
        case .string(let text): self = .string(text)
        case .array(let values): self = .array(try values.map { value throws(JSONError) in try BridgeValue(value) })
        case .object(let members):
            var object: [String: BridgeValue] = [:]
            object.reserveCapacity(members.count)
            for (name, value) in members {
                // Swift considers two spellings of an accented letter equal.
                guard object.updateValue(try BridgeValue(value), forKey: name.text) == nil else {
                    throw .duplicateName(name.text)
                }
            }
            self = .object(object)
        }
    }
}

extension BridgeValue: Encodable {
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

extension BridgeValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByArrayLiteral
{
    public init(integerLiteral value: Int) { self = .integer(value) }

    public init(stringLiteral value: String) { self = .string(value) }

    public init(dictionaryLiteral elements: (String, BridgeValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }

    public init(arrayLiteral elements: BridgeValue...) { self = .array(elements) }
}

extension BridgeValue {
    /// The number of values in it, itself included.
    var count: Int {
        switch self {
        case .array(let values): values.reduce(1) { $0 + $1.count }
        case .object(let members): members.values.reduce(1) { $0 + $1.count }
        default: 1
        }
    }
}
