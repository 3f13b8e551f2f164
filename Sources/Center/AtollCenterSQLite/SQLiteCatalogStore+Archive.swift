import AtollCenterDomain
import Foundation
import GRDB

extension SQLiteCatalogStore: ArchiveReading {
    package func rows(
        of table: ArchivedTable, after last: [ArchivedValue]?, limit: Int
    ) async throws -> [[ArchivedValue]] {
        let columns = table.columns.map(\.name).joined(separator: ", ")
        let key = table.key.joined(separator: ", ")
        let values = last.map { $0.map(Self.value) } ?? []
        let condition =
            values.isEmpty
            ? "" : "WHERE (\(key)) > (\(values.map { _ in "?" }.joined(separator: ", ")))"
        return try await pool.read { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT \(columns) FROM \(table.name) \(condition) ORDER BY \(key) LIMIT \(limit)",
                arguments: StatementArguments(values))
            return rows.map { row in zip(row.databaseValues, table.columns).map { Self.value($0, $1.kind) } }
        }
    }

    private static func value(_ value: ArchivedValue) -> DatabaseValue {
        switch value {
        case .null: .null
        case .integer(let value): value.databaseValue
        case .number(let value): value.databaseValue
        case .text(let value): value.databaseValue
        case .bytes(let value): value.databaseValue
        }
    }

    private static func value(_ value: DatabaseValue, _ kind: ArchivedTable.Kind) -> ArchivedValue {
        switch value.storage {
        case .null: .null
        // A time of whole seconds may be stored without a fraction.
        case .int64(let number): kind == .number ? .number(Double(number)) : .integer(number)
        case .double(let number): .number(number)
        case .string(let text): .text(text)
        case .blob(let data): .bytes(data)
        }
    }
}
