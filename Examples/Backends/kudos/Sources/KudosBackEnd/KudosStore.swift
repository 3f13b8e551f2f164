import Foundation
import GRDB

/// The thanks and the people, in SQLite.
struct KudosStore: Sendable {
    private let database: DatabasePool

    /// The maximum number of thanks on a page of the feed.
    static let page = 50

    init(_ file: URL) throws {
        database = try DatabasePool(path: file.path)
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.create(table: "person") { table in
                table.primaryKey("id", .text)
                table.column("name", .text).notNull()
            }
            try database.create(table: "kudos") { table in
                table.primaryKey("id", .text)
                for column in ["from", "fromName", "to", "toName", "badge", "message"] {
                    table.column(column, .text).notNull()
                }
                table.column("date", .datetime).notNull().indexed()
            }
        }
        try migrator.migrate(database)
    }

    func note(_ person: Person) async throws { try await database.write { try person.save($0) } }

    func people() async throws -> [Person] {
        try await database.read { try Person.order(Column("name"), Column("id")).fetchAll($0) }
    }

    func person(_ id: String) async throws -> Person? { try await database.read { try Person.fetchOne($0, key: id) } }

    func add(_ kudos: Kudos) async throws { try await database.write { try kudos.insert($0) } }

    /// Removes thanks, if the person gave them.
    func remove(_ id: String, from person: String) async throws -> Bool {
        try await database.write { database in
            try Kudos.filter(Column("id") == id && Column("from") == person).deleteAll(database) == 1
        }
    }

    /// The newest thanks.
    func newest() async throws -> [Kudos] {
        try await database.read { try Kudos.order(Column("date").desc).limit(Self.page).fetchAll($0) }
    }
}
