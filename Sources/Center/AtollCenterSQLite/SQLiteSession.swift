import Foundation
import GRDB
import SQLStatements

/// A session of SQLite while a transaction is open.
struct SQLiteSession: SQLSession {
    package let database: Database

    var dialect: SQLDialect { .sqlite }

    package func perform(_ statement: SQLFragment) throws -> SQLResult {
        let (sql, parameters) = statement.statement { "?\($0)" }
        let prepared = try database.cachedStatement(sql: sql)
        try prepared.setArguments(StatementArguments(try parameters.map { try $0.sqlite() }))
        let before = database.totalChangesCount
        // The cursor has one row, which it fills again and again: none is copied.
        let cursor = try Row.fetchCursor(prepared)
        var rows: [SQLRow] = []
        while let row = try cursor.next() { rows.append(SQLRow(row.databaseValues.map { SQLValue($0) })) }
        // A query leaves the number of the statement before it.
        let changes = database.totalChangesCount > before ? database.changesCount : 0
        return SQLResult(rows: rows, changes: changes)
    }
}

extension SQLValue {
    fileprivate init(_ value: DatabaseValue) {
        switch value.storage {
        case .null: self = .null
        case .int64(let value): self = .integer(value)
        case .double(let value): self = .number(value)
        case .string(let text): self = .text(text)
        case .blob(let data): self = .bytes(data)
        }
    }

    /// The value as SQLite has it: true and false as 1 and 0, several values as JSON.
    fileprivate func sqlite() throws -> DatabaseValue {
        switch self {
        case .null: .null
        case .bool(let value): (value ? 1 : 0).databaseValue
        case .integer(let value): value.databaseValue
        case .number(let value): value.databaseValue
        case .text(let text): text.databaseValue
        case .bytes(let data): data.databaseValue
        case .integers(let values): try Self.json(values)
        case .numbers(let values): try Self.json(values)
        case .texts(let texts): try Self.json(texts)
        }
    }

    private static func json(_ values: some Encodable) throws -> DatabaseValue {
        String(decoding: try JSONEncoder.center.encode(values), as: UTF8.self).databaseValue
    }
}
