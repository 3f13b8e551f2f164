import CAtollPostgres
import SQLStatements

extension PostgresSession: SQLSession {
    package var dialect: SQLDialect { .postgres }

    package func perform(_ statement: SQLFragment) throws -> SQLResult {
        let result = try query(statement)
        return SQLResult(rows: try result.rows.map { try $0.row() }, changes: result.changes)
    }
}

extension PostgresRow {
    /// The values of all columns.
    ///
    /// - Throws: ``PostgresError/badValue(column:expected:)`` for a column of another type than ``SQLValue`` has.
    fileprivate func row() throws(PostgresError) -> SQLRow {
        var values: [SQLValue] = []
        for column in 0..<Int(PQnfields(result.pointer)) {
            values.append(isNull(column) ? .null : try value(column))
        }
        return SQLRow(values)
    }

    private func value(_ column: Int) throws(PostgresError) -> SQLValue {
        switch PQftype(result.pointer, Int32(column)) {
        case PostgresType.bool: .bool(try bool(column))
        case PostgresType.bigint, PostgresType.integer, PostgresType.smallint: .integer(try integer(column))
        case PostgresType.double: .number(try number(column))
        case PostgresType.bytes: .bytes(try data(column))
        default: .text(try text(column))
        }
    }
}
