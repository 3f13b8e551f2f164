import AtollPackages
import Foundation
import GRDB

/// The catalog in SQLite.
struct SQLiteCatalogStore: CatalogStore {
    private let pool: DatabasePool

    init(_ database: CenterDatabase) {
        pool = database.pool
    }

    /// What somebody may open: a mini app without required roles, or with one that they have. The roles are bound as
    /// one JSON array.
    private static let mayOpen = """
        (NOT EXISTS (SELECT 1 FROM required_role AS required WHERE required.mini_app = mini_app.id)
         OR EXISTS (SELECT 1 FROM required_role AS required WHERE required.mini_app = mini_app.id
                    AND required.role IN (SELECT value FROM json_each(:roles))))
        """

    private static let current = """
        FROM mini_app JOIN version ON version.mini_app = mini_app.id AND version.code = mini_app.current_code
        """

    func listings(roles: Set<String>, start: Int, count: Int) async throws -> MiniAppListingPage {
        let roles = try Self.encode(roles)
        return try await pool.read { database in
            let total = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM mini_app WHERE \(Self.mayOpen)", arguments: ["roles": roles]
            )
            let texts = try String.fetchAll(
                database,
                sql: """
                    SELECT version.listing \(Self.current) WHERE \(Self.mayOpen)
                    ORDER BY mini_app.name, mini_app.id LIMIT :count OFFSET :start
                    """,
                arguments: ["roles": roles, "count": count == 0 ? -1 : count, "start": start]
            )
            return MiniAppListingPage(items: try texts.map(Self.decode), start: start, total: total ?? 0)
        }
    }

    func listing(of id: MiniAppID, roles: Set<String>) async throws -> MiniAppListing? {
        let roles = try Self.encode(roles)
        return try await pool.read { database in
            try String.fetchOne(
                database,
                sql: "SELECT version.listing \(Self.current) WHERE mini_app.id = :id AND \(Self.mayOpen)",
                arguments: ["id": id.rawValue, "roles": roles]
            ).map(Self.decode)
        }
    }

    func lastCode(of id: MiniAppID) async throws -> Int? {
        try await pool.read { try Self.lastCode(of: id, $0) }
    }

    func versions(of id: MiniAppID) async throws -> [MiniAppListing] {
        try await pool.read { database in
            try String.fetchAll(
                database, sql: "SELECT listing FROM version WHERE mini_app = ? ORDER BY code DESC",
                arguments: [id.rawValue]
            ).map(Self.decode)
        }
    }

    func allVersions() async throws -> [MiniAppListing] {
        try await pool.read { database in
            try String.fetchAll(database, sql: "SELECT listing FROM version ORDER BY mini_app, code").map(Self.decode)
        }
    }

    func add(_ listing: MiniAppListing, publisher: PublisherID) async throws {
        let text = try Self.text(of: listing)
        try await pool.write { database in
            let last = try Self.lastCode(of: listing.id, database)
            if let last, last >= listing.version.code {
                throw PublishingError.codeNotHigher(code: listing.version.code, last: last)
            }
            try database.execute(
                sql: """
                    INSERT INTO mini_app (id, publisher, name, current_code) VALUES (:id, :publisher, :name, :code)
                    ON CONFLICT (id) DO UPDATE SET name = excluded.name, current_code = excluded.current_code
                    """,
                arguments: [
                    "id": listing.id.rawValue, "publisher": publisher.rawValue, "name": listing.name,
                    "code": listing.version.code,
                ]
            )
            try database.execute(
                sql: "INSERT INTO version (mini_app, code, file_list, listing) VALUES (?, ?, ?, ?)",
                arguments: [listing.id.rawValue, listing.version.code, listing.files.sha256.hex, text]
            )
        }
    }

    func setRoles(_ roles: Set<String>, of id: MiniAppID) async throws {
        try await pool.write { database in
            try database.execute(sql: "DELETE FROM required_role WHERE mini_app = ?", arguments: [id.rawValue])
            for role in roles {
                try database.execute(
                    sql: "INSERT INTO required_role (mini_app, role) VALUES (?, ?)", arguments: [id.rawValue, role]
                )
            }
        }
    }

    func roles(of id: MiniAppID) async throws -> Set<String> {
        try await pool.read { database in
            try Set(
                String.fetchAll(
                    database, sql: "SELECT role FROM required_role WHERE mini_app = ?", arguments: [id.rawValue]
                )
            )
        }
    }

    private static func lastCode(of id: MiniAppID, _ database: Database) throws -> Int? {
        try Int.fetchOne(
            database, sql: "SELECT max(code) FROM version WHERE mini_app = ?", arguments: [id.rawValue]
        )
    }

    private static func decode(_ text: String) throws -> MiniAppListing {
        try MiniAppListingPage.decoder.decode(MiniAppListing.self, from: Data(text.utf8))
    }

    private static func text(of listing: MiniAppListing) throws -> String {
        String(decoding: try MiniAppListingPage.encoder.encode(listing), as: UTF8.self)
    }

    private static func encode(_ roles: Set<String>) throws -> String {
        String(decoding: try JSONEncoder().encode(roles.sorted()), as: UTF8.self)
    }
}
