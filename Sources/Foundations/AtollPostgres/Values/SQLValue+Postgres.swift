import Foundation
import SQLStatements

extension SQLValue {
    /// PostgreSQL's number of the type; 0 lets the server infer it.
    var type: UInt32 {
        switch self {
        case .null: 0
        case .bool: PostgresType.bool
        case .integer: PostgresType.bigint
        case .number: PostgresType.double
        case .text: PostgresType.text
        case .bytes: PostgresType.bytes
        case .integers: PostgresType.bigintArray
        case .numbers: PostgresType.doubleArray
        case .texts: PostgresType.textArray
        }
    }

    /// The value in PostgreSQL's binary form, or nil for null.
    ///
    /// - Throws: ``PostgresError/nulCharacter``.
    var binary: [UInt8]? {
        get throws(PostgresError) {
            switch self {
            case .null: return nil
            case .bool(let value): return [value ? 1 : 0]
            case .integer(let value): return Self.bigEndian(value)
            case .number(let value): return Self.bigEndian(value.bitPattern)
            case .text(let text): return try Self.utf8(text)
            case .bytes(let data): return [UInt8](data)
            case .integers(let values):
                return Self.array(values.map { Self.bigEndian($0) }, of: PostgresType.bigint)
            case .numbers(let values):
                return Self.array(values.map { Self.bigEndian($0.bitPattern) }, of: PostgresType.double)
            case .texts(let texts):
                var elements: [[UInt8]] = []
                for text in texts { elements.append(try Self.utf8(text)) }
                return Self.array(elements, of: PostgresType.text)
            }
        }
    }

    private static func utf8(_ text: String) throws(PostgresError) -> [UInt8] {
        let bytes = [UInt8](text.utf8)
        guard !bytes.contains(0) else { throw .nulCharacter }
        return bytes
    }

    private static func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { [UInt8]($0) }
    }

    /// An array of one dimension without nulls: dimensions, whether there are nulls, the type of its elements, their
    /// number, the first index, and each element after its length.
    private static func array(_ elements: [[UInt8]], of type: UInt32) -> [UInt8] {
        guard !elements.isEmpty else { return bigEndian(Int32(0)) + bigEndian(Int32(0)) + bigEndian(type) }
        var bytes = bigEndian(Int32(1)) + bigEndian(Int32(0)) + bigEndian(type)
        bytes += bigEndian(Int32(elements.count)) + bigEndian(Int32(1))
        for element in elements {
            bytes += bigEndian(Int32(element.count))
            bytes += element
        }
        return bytes
    }
}
