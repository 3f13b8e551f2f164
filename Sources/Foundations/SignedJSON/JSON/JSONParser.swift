import ForeignText
import Foundation

extension JSONValue {
    /// The maximum depth to which values may be nested.
    public static let maximumDepth = 64

    /// Parses a JSON text strictly.
    ///
    /// Foundation's coders accept duplicate names and change large numbers, so that what is read could differ from what
    /// was signed.
    ///
    /// - Parameter maximumValues: If the text is a list, the maximum number of its values. Parsing stops at the first
    ///   value beyond it.
    /// - Complexity: O(*n*) in the bytes.
    ///
    /// Source: RFC 8259.
    public init(
        parsing data: some Collection<UInt8>, numbers: JSONNumbers = .whole, maximumValues: Int = .max
    ) throws(JSONError) {
        var parser = JSONParser(bytes: ContiguousArray(data), numbers: numbers, maximumValues: maximumValues)
        self = try parser.document()
    }
}

private struct JSONParser {
    let bytes: ContiguousArray<UInt8>
    let numbers: JSONNumbers
    /// The maximum number of values in an outermost list.
    let maximumValues: Int
    var position = 0

    init(bytes: ContiguousArray<UInt8>, numbers: JSONNumbers, maximumValues: Int) {
        self.bytes = bytes
        self.numbers = numbers
        self.maximumValues = maximumValues
    }

    mutating func document() throws(JSONError) -> JSONValue {
        skipSpace()
        let value = try value(depth: 0)
        skipSpace()
        guard position == bytes.count else { throw .unexpected(at: position) }
        return value
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        guard depth < JSONValue.maximumDepth else { throw .tooDeep }
        switch try peek() {
        case UInt8(ascii: "{"): return try object(depth)
        case UInt8(ascii: "["): return try array(depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object(_ depth: Int) throws(JSONError) -> JSONValue {
        position += 1
        var members: [ExactString: JSONValue] = [:]
        skipSpace()
        if try take(UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipSpace()
            guard try peek() == UInt8(ascii: "\"") else { throw .unexpected(at: position) }
            let name = try string()
            skipSpace()
            guard try take(UInt8(ascii: ":")) else { throw .unexpected(at: position) }
            skipSpace()
            let value = try value(depth: depth + 1)
            guard members.updateValue(value, forKey: ExactString(name)) == nil else { throw .duplicateName(name) }
            skipSpace()
            if try take(UInt8(ascii: "}")) { return .object(members) }
            guard try take(UInt8(ascii: ",")) else { throw .unexpected(at: position) }
        }
    }

    private mutating func array(_ depth: Int) throws(JSONError) -> JSONValue {
        position += 1
        var values: [JSONValue] = []
        skipSpace()
        if try take(UInt8(ascii: "]")) { return .array(values) }
        while true {
            skipSpace()
            guard depth > 0 || values.count < maximumValues else { throw .tooManyValues(limit: maximumValues) }
            values.append(try value(depth: depth + 1))
            skipSpace()
            if try take(UInt8(ascii: "]")) { return .array(values) }
            guard try take(UInt8(ascii: ",")) else { throw .unexpected(at: position) }
        }
    }

    private mutating func word(_ text: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        guard bytes[position...].starts(with: text.utf8) else { throw .unexpected(at: position) }
        position += text.utf8.count
        return value
    }

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        if bytes[position] == UInt8(ascii: "-") { position += 1 }
        let digits = position
        skipDigits()
        guard position > digits else { throw .unexpected(at: start) }
        if position < bytes.count, Self.isPoint(bytes[position]) || Self.isExponent(bytes[position]) {
            guard numbers != .whole else { throw .notWhole(at: start) }
            guard bytes[digits] != UInt8(ascii: "0") || position == digits + 1 else { throw .badNumber(at: start) }
            return try decimal(from: start)
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let value = Int(text), String(value) == text else {
            // Beyond 64 bits, or `-0`: valid numbers for callers that accept any.
            let isPlain = bytes[digits] != UInt8(ascii: "0") || position == digits + 1
            guard numbers == .unbounded, isPlain else { throw .badNumber(at: start) }
            return .decimal(text)
        }
        return .integer(value)
    }

    /// Parses the rest of a number, from its point or exponent on.
    private mutating func decimal(from start: Int) throws(JSONError) -> JSONValue {
        if Self.isPoint(bytes[position]) {
            position += 1
            try requireDigits()
        }
        if position < bytes.count, Self.isExponent(bytes[position]) {
            position += 1
            if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
                position += 1
            }
            try requireDigits()
        }
        return .decimal(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func skipDigits() {
        while position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) {
            position += 1
        }
    }

    private mutating func requireDigits() throws(JSONError) {
        let first = position
        skipDigits()
        guard position > first else { throw position < bytes.count ? .unexpected(at: position) : .ended }
    }

    private static func isPoint(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ".") }

    private static func isExponent(_ byte: UInt8) -> Bool { byte | 0x20 == UInt8(ascii: "e") }

    private mutating func string() throws(JSONError) -> String {
        let start = position
        position += 1
        let content = position
        // Most strings have no escapes.
        while position < bytes.count, bytes[position] != UInt8(ascii: "\""), bytes[position] != UInt8(ascii: "\\") {
            guard bytes[position] >= 0x20 else { throw .unexpected(at: position) }
            position += 1
        }
        guard position < bytes.count else { throw .ended }
        if bytes[position] == UInt8(ascii: "\"") {
            defer { position += 1 }
            return try text(bytes[content..<position], start)
        }
        var decoded = Array(bytes[content..<position])
        while true {
            let byte = try peek()
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try text(decoded[...], start)
            case UInt8(ascii: "\\"): try escape(into: &decoded)
            case 0..<0x20: throw .unexpected(at: position - 1)
            default: decoded.append(byte)
            }
        }
    }

    private func text(_ bytes: some Collection<UInt8>, _ start: Int) throws(JSONError) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        // Decoding replaces bytes that are not valid UTF-8.
        guard text.utf8.elementsEqual(bytes) else { throw .badText(at: start) }
        guard text.excessiveMark == nil else { throw .tooManyMarks(at: start) }
        return text
    }

    private mutating func escape(into bytes: inout [UInt8]) throws(JSONError) {
        let byte = try peek()
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(byte)
        case UInt8(ascii: "b"): bytes.append(8)
        case UInt8(ascii: "f"): bytes.append(12)
        case UInt8(ascii: "n"): bytes.append(10)
        case UInt8(ascii: "r"): bytes.append(13)
        case UInt8(ascii: "t"): bytes.append(9)
        case UInt8(ascii: "u"):
            var code = try hexadecimal()
            if (0xd800..<0xdc00).contains(code) {
                guard bytes.count >= 0, position + 1 < self.bytes.count, self.bytes[position] == UInt8(ascii: "\\"),
                    self.bytes[position + 1] == UInt8(ascii: "u")
                else { throw .badText(at: position) }
                position += 2
                let low = try hexadecimal()
                guard (0xdc00..<0xe000).contains(low) else { throw .badText(at: position) }
                code = 0x10000 + (code - 0xd800) << 10 + (low - 0xdc00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw .badText(at: position) }
            bytes += Array(String(Character(scalar)).utf8)
        default: throw .unexpected(at: position - 1)
        }
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        guard position + 4 <= bytes.count else { throw .ended }
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue, bytes[position] < 0x80 else {
                throw .unexpected(at: position)
            }
            code = code << 4 + UInt32(digit)
            position += 1
        }
        return code
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0a, 0x0d: position += 1
            default: return
            }
        }
    }

    private func peek() throws(JSONError) -> UInt8 {
        guard position < bytes.count else { throw .ended }
        return bytes[position]
    }

    private mutating func take(_ byte: UInt8) throws(JSONError) -> Bool {
        guard try peek() == byte else { return false }
        position += 1
        return true
    }
}
