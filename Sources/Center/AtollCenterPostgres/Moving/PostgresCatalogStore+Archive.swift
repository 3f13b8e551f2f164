import AtollCenter
import AtollCenterDomain
import AtollPackages
import AtollPostgres
import Foundation
import SQLStatements

extension PostgresCatalogStore: ArchiveReading {
    package func rows(
        of table: ArchivedTable, after last: [ArchivedValue]?, limit: Int
    ) async throws -> [[ArchivedValue]] {
        let columns = SQLFragment(unchecked: table.columns.map(\.name).joined(separator: ", "))
        let key = SQLFragment(unchecked: table.key.joined(separator: ", "))
        var condition: SQLFragment = "true"
        if let last {
            let values = try zip(last, table.key).map { value, name in Self.value(value, try Self.kind(name, table)) }
            condition = "(\(key)) > (\(Self.list(values)))"
        }
        let query: SQLFragment = """
            SELECT \(columns) FROM \(SQLFragment(unchecked: table.name)) WHERE \(condition) ORDER BY \(key)
            LIMIT \(.integer(limit))
            """
        return try await pool.read { session in
            try session.query(query).rows.map { row in
                try table.columns.enumerated().map { try Self.value(of: row, $0, $1.kind) }
            }
        }
    }

    /// Adds rows that are not there yet, in one transaction.
    func add(_ rows: [[ArchivedValue]], to table: ArchivedTable) async throws {
        let columns = SQLFragment(unchecked: table.columns.map(\.name).joined(separator: ", "))
        try await pool.write { session in
            for row in rows {
                let values = zip(row, table.columns).map { Self.value($0, $1.kind) }
                try session.query(
                    """
                    INSERT INTO \(SQLFragment(unchecked: table.name)) (\(columns)) VALUES (\(Self.list(values)))
                    ON CONFLICT DO NOTHING
                    """)
            }
        }
    }

    /// Makes the search entries of mini apps anew, in one transaction.
    func index(_ ids: [MiniAppID]) async throws {
        try await change { session in
            for id in ids { _ = try PostgresSearchIndex(session: session).update(id) }
        }
    }

    private static func kind(_ name: String, _ table: ArchivedTable) throws -> ArchivedTable.Kind {
        guard let column = table.columns.first(where: { $0.name == name }) else { throw PostgresError.noRow }
        return column.kind
    }

    private static func list(_ values: [SQLValue]) -> SQLFragment {
        var list: SQLFragment = ""
        for (index, value) in values.enumerated() { list = index == 0 ? "\(value)" : "\(list), \(value)" }
        return list
    }

    private static func value(_ value: ArchivedValue, _ kind: ArchivedTable.Kind) -> SQLValue {
        switch value {
        case .null: .null
        case .integer(let number): kind == .boolean ? .bool(number != 0) : .integer(number)
        case .number(let number): .number(number)
        case .text(let text): .text(text)
        case .bytes(let data): .bytes(data)
        }
    }

    private static func value(
        of row: PostgresRow, _ column: Int, _ kind: ArchivedTable.Kind
    ) throws -> ArchivedValue {
        if row.isNull(column) { return .null }
        return switch kind {
        case .text: .text(try row.text(column))
        case .integer: .integer(try row.integer(column))
        case .boolean: .integer(try row.bool(column) ? 1 : 0)
        case .number: .number(try row.number(column))
        case .bytes: .bytes(try row.data(column))
        }
    }
}
