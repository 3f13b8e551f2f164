import Foundation

/// A row of a result: its columns are read by their position, from 0, as the type that the statement gives them.
package struct SQLRow: Sendable, Hashable {
    private let values: [SQLValue]

    package init(_ values: [SQLValue]) {
        self.values = values
    }

    package func isNull(_ column: Int) -> Bool { value(column) == .null }

    package func int(_ column: Int) throws(SQLRowError) -> Int {
        if case .integer(let value) = value(column), let value = Int(exactly: value) { return value }
        throw SQLRowError(column: column, expected: "an integer")
    }

    package func number(_ column: Int) throws(SQLRowError) -> Double {
        switch value(column) {
        case .number(let value): return value
        case .integer(let value): return Double(value)
        default: throw SQLRowError(column: column, expected: "a number")
        }
    }

    /// True or false, which SQLite stores as 1 and 0.
    package func bool(_ column: Int) throws(SQLRowError) -> Bool {
        switch value(column) {
        case .bool(let value): return value
        case .integer(0): return false
        case .integer(1): return true
        default: throw SQLRowError(column: column, expected: "true or false")
        }
    }

    package func text(_ column: Int) throws(SQLRowError) -> String {
        if case .text(let value) = value(column) { return value }
        throw SQLRowError(column: column, expected: "text")
    }

    package func data(_ column: Int) throws(SQLRowError) -> Data {
        if case .bytes(let value) = value(column) { return value }
        throw SQLRowError(column: column, expected: "bytes")
    }

    package func optionalInt(_ column: Int) throws(SQLRowError) -> Int? { isNull(column) ? nil : try int(column) }

    package func optionalText(_ column: Int) throws(SQLRowError) -> String? { isNull(column) ? nil : try text(column) }

    package func optionalData(_ column: Int) throws(SQLRowError) -> Data? { isNull(column) ? nil : try data(column) }

    private func value(_ column: Int) -> SQLValue { values.indices.contains(column) ? values[column] : .null }
}
