import Foundation

/// A JSON value as in signed metadata: numbers are whole, and names are unique in their object.
public enum JSONValue: Hashable, Sendable {
    /// The value `null`.
    case null
    /// The value `true` or `false`.
    case bool(Bool)
    /// A whole number of 64 bits.
    case integer(Int)
    /// Any other number, as it was written. Nothing that is signed has one; see ``JSONNumbers``.
    case decimal(String)
    /// A string.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// An object, with its members by name.
    case object([ExactString: JSONValue])
}

extension JSONValue {
    /// The bytes that are signed: OLPC canonical JSON, in which names are sorted by code point, there is no white
    /// space, and only quotation marks and backslashes are escaped.
    ///
    /// - Complexity: O(*n* log *n*) in the number of names, and O(*n*) in the bytes.
    ///
    /// Source: http://wiki.laptop.org/go/Canonical_JSON.
    public var canonicalBytes: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    /// The canonical form with control characters escaped, so that any JSON parser reads the same value from it.
    public var readableBytes: [UInt8] {
        let canonical = canonicalBytes
        guard canonical.contains(where: { $0 < 0x20 }) else { return canonical }
        var bytes: [UInt8] = []
        for byte in canonical {
            if byte < 0x20 {
                bytes += Array("\\u00".utf8) + Array((byte < 16 ? "0" : "").utf8) + Array(String(byte, radix: 16).utf8)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let value): bytes += String(value).utf8
        case .decimal(let text): bytes += text.utf8
        case .string(let value): Self.write(value, to: &bytes)
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, name) in members.keys.sorted().enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(name.text, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                members[name]?.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { text in
            // Hardly any text needs escapes, and the others are copied as a whole: byte by byte is slow in debug
            // builds.
            guard contains("\"", text) || contains("\\", text) else { return bytes.append(contentsOf: text) }
            for byte in text {
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func contains(_ character: Unicode.Scalar, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.baseAddress.map { memchr($0, Int32(character.value), text.count) != nil } ?? false
    }
}

extension JSONValue: ExpressibleByStringLiteral {
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
}
