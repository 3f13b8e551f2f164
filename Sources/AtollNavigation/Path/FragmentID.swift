import struct Foundation.UUID

/// Which one of a kind a place is: `product` with the id 30 and with the id 31 are two places.
public enum FragmentID: Hashable, Sendable {
    case integer(Int)
    case string(String)
    case uuid(UUID)
}

extension FragmentID: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    public init(integerLiteral value: Int) { self = .integer(value) }

    public init(stringLiteral value: String) { self = .string(value) }
}

extension FragmentID: CustomStringConvertible {
    public var description: String {
        switch self {
        case .integer(let value): "\(value)"
        case .string(let value): value
        case .uuid(let value): value.uuidString
        }
    }
}

extension FragmentID: Codable {
    private enum CodingKeys: String, CodingKey { case integer, string, uuid }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let value = try container.decodeIfPresent(Int.self, forKey: .integer) {
            self = .integer(value)
        } else if let value = try container.decodeIfPresent(String.self, forKey: .string) {
            self = .string(value)
        } else {
            self = .uuid(try container.decode(UUID.self, forKey: .uuid))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .integer(let value): try container.encode(value, forKey: .integer)
        case .string(let value): try container.encode(value, forKey: .string)
        case .uuid(let value): try container.encode(value, forKey: .uuid)
        }
    }
}

/// What an id is read back as: `Int`, `String` or `UUID`.
public protocol FragmentIDValue: Hashable, Sendable {
    /// The value in `id`, or nil where it is of another type.
    init?(_ id: FragmentID)
    /// The id with this value.
    var fragmentID: FragmentID { get }
}

extension Int: FragmentIDValue {
    public init?(_ id: FragmentID) {
        guard case .integer(let value) = id else { return nil }
        self = value
    }

    public var fragmentID: FragmentID { .integer(self) }
}

extension String: FragmentIDValue {
    public init?(_ id: FragmentID) {
        guard case .string(let value) = id else { return nil }
        self = value
    }

    public var fragmentID: FragmentID { .string(self) }
}

extension UUID: FragmentIDValue {
    public init?(_ id: FragmentID) {
        guard case .uuid(let value) = id else { return nil }
        self = value
    }

    public var fragmentID: FragmentID { .uuid(self) }
}
