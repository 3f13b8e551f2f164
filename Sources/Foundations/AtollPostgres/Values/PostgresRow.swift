import CAtollPostgres
import Foundation

/// A row of a result: its columns are read by their position, from 0, as the type that the statement gives them.
package struct PostgresRow: Sendable {
    let result: PostgresResult
    let index: Int32

    package func isNull(_ column: Int) -> Bool {
        PQgetisnull(result.pointer, index, Int32(column)) != 0
    }

    /// A `bigint`, `integer` or `smallint`.
    package func integer(_ column: Int) throws(PostgresError) -> Int64 {
        let value: Int64?
        switch type(of: column) {
        case PostgresType.bigint: value = number(column, as: Int64.self)
        case PostgresType.integer: value = number(column, as: Int32.self).map(Int64.init)
        case PostgresType.smallint: value = number(column, as: Int16.self).map(Int64.init)
        default: value = nil
        }
        guard let value else { throw .badValue(column: column, expected: "an integer") }
        return value
    }

    package func int(_ column: Int) throws(PostgresError) -> Int {
        guard let value = Int(exactly: try integer(column)) else {
            throw .badValue(column: column, expected: "an integer of this machine")
        }
        return value
    }

    /// A `double precision`.
    package func number(_ column: Int) throws(PostgresError) -> Double {
        guard type(of: column) == PostgresType.double, let bits = number(column, as: UInt64.self) else {
            throw .badValue(column: column, expected: "a number")
        }
        return Double(bitPattern: bits)
    }

    package func bool(_ column: Int) throws(PostgresError) -> Bool {
        guard type(of: column) == PostgresType.bool, let byte = bytes(of: column)?.first else {
            throw .badValue(column: column, expected: "true or false")
        }
        return byte != 0
    }

    package func text(_ column: Int) throws(PostgresError) -> String {
        switch type(of: column) {
        case PostgresType.text, PostgresType.varchar, PostgresType.name, PostgresType.json:
            if let bytes = bytes(of: column), let text = String(validating: bytes, as: UTF8.self) { return text }
        default: break
        }
        throw .badValue(column: column, expected: "text")
    }

    /// A `bytea`.
    package func data(_ column: Int) throws(PostgresError) -> Data {
        guard type(of: column) == PostgresType.bytes, let bytes = bytes(of: column) else {
            throw .badValue(column: column, expected: "bytes")
        }
        return Data(bytes)
    }

    package func optionalText(_ column: Int) throws(PostgresError) -> String? {
        isNull(column) ? nil : try text(column)
    }

    package func optionalNumber(_ column: Int) throws(PostgresError) -> Double? {
        isNull(column) ? nil : try number(column)
    }

    package func optionalInt(_ column: Int) throws(PostgresError) -> Int? {
        isNull(column) ? nil : try int(column)
    }

    private func type(of column: Int) -> UInt32 { PQftype(result.pointer, Int32(column)) }

    /// The bytes of a column, or nil if it is null or does not exist.
    private func bytes(of column: Int) -> UnsafeRawBufferPointer? {
        guard column >= 0, column < PQnfields(result.pointer), !isNull(column),
            let start = PQgetvalue(result.pointer, index, Int32(column))
        else { return nil }
        return UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result.pointer, index, Int32(column))))
    }

    private func number<Value: FixedWidthInteger>(_ column: Int, as: Value.Type) -> Value? {
        guard let bytes = bytes(of: column), bytes.count == MemoryLayout<Value>.size else { return nil }
        return Value(bigEndian: bytes.loadUnaligned(as: Value.self))
    }
}
