import AtollPackages
import Foundation
import GRDB
import SignedJSON

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
                database, sql: "SELECT count(*) FROM mini_app WHERE current_code > 0 AND \(Self.mayOpen)",
                arguments: ["roles": roles]
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
                database,
                sql: """
                    SELECT listing FROM version JOIN mini_app ON mini_app.id = version.mini_app
                    WHERE mini_app = ? AND code <= current_code ORDER BY code DESC
                    """,
                arguments: [id.rawValue]
            ).map(Self.decode)
        }
    }

    func allVersions() async throws -> [MiniAppListing] {
        try await pool.read { database in
            try String.fetchAll(database, sql: "SELECT listing FROM version ORDER BY mini_app, code").map(Self.decode)
        }
    }

    func add(_ version: StoredVersion) async throws {
        let listing = version.listing
        let text = try Self.text(of: listing)
        try await pool.write { database in
            let last = try Self.lastCode(of: listing.id, database)
            if let last, last >= listing.version.code {
                throw PublishingError.codeNotHigher(code: listing.version.code, last: last)
            }
            // Until the version is finished, its mini app is as it was; a new one has no current version.
            try database.execute(
                sql: """
                    INSERT INTO mini_app (id, publisher, name, current_code) VALUES (:id, :publisher, :name, 0)
                    ON CONFLICT (id) DO NOTHING
                    """,
                arguments: [
                    "id": listing.id.rawValue, "publisher": version.publisher.rawValue, "name": listing.name,
                ]
            )
            try database.execute(
                sql: """
                    INSERT INTO version (mini_app, code, file_list, listing, statement, statement_sha256)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    listing.id.rawValue, listing.version.code, listing.files.sha256.hex, text,
                    Self.text(of: version.statement), version.statement.digest.hex,
                ]
            )
        }
    }

    func finish(_ version: StoredVersion) async throws {
        let listing = version.listing
        try await pool.write { database in
            try database.execute(
                sql: "UPDATE mini_app SET name = :name, current_code = max(current_code, :code) WHERE id = :id",
                arguments: ["id": listing.id.rawValue, "name": listing.name, "code": listing.version.code]
            )
            try database.execute(
                sql: "UPDATE version SET statement = ? WHERE mini_app = ? AND code = ?",
                arguments: [Self.text(of: version.statement), listing.id.rawValue, listing.version.code]
            )
        }
    }

    func removeUnfinished(_ version: StoredVersion) async throws {
        let id = version.listing.id.rawValue
        try await pool.write { database in
            try database.execute(
                sql: """
                    DELETE FROM version WHERE mini_app = :id AND code = :code
                    AND code > (SELECT current_code FROM mini_app WHERE id = :id)
                    """,
                arguments: ["id": id, "code": version.listing.version.code]
            )
            try database.execute(
                sql: """
                    DELETE FROM mini_app WHERE id = :id AND current_code = 0
                    AND NOT EXISTS (SELECT 1 FROM version WHERE mini_app = :id)
                    """,
                arguments: ["id": id]
            )
        }
    }

    func unfinishedVersions() async throws -> [StoredVersion] {
        try await pool.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT listing, publisher, statement FROM version JOIN mini_app ON mini_app.id = version.mini_app
                    WHERE code > current_code ORDER BY mini_app.id, code
                    """
            ).map(Self.version)
        }
    }

    func lastStatement(of id: MiniAppID) async throws -> BlobDigest? {
        try await pool.read { database in
            try String.fetchOne(
                database, sql: "SELECT statement_sha256 FROM version WHERE mini_app = ? ORDER BY code DESC LIMIT 1",
                arguments: [id.rawValue]
            ).flatMap { BlobDigest(hex: $0) }
        }
    }

    func version(ofStatement digest: BlobDigest, of id: MiniAppID) async throws -> StoredVersion? {
        try await pool.read { database in
            try Row.fetchOne(
                database,
                sql: """
                    SELECT listing, publisher, statement FROM version
                    JOIN mini_app ON mini_app.id = version.mini_app AND code = current_code
                    WHERE mini_app = ? AND statement_sha256 = ?
                    """,
                arguments: [id.rawValue, digest.hex]
            ).map(Self.version)
        }
    }

    func statements(of id: MiniAppID) async throws -> [SignedStatement] {
        try await pool.read { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT statement FROM version JOIN mini_app ON mini_app.id = version.mini_app
                    WHERE mini_app = ? AND code <= current_code ORDER BY code DESC
                    """,
                arguments: [id.rawValue]
            ).map { try SignedStatement(parsing: Data($0.utf8)) }
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

    private static func version(_ row: Row) throws -> StoredVersion {
        guard let publisher = PublisherID(row["publisher"]) else {
            throw DatabaseError(message: "a bad publisher's id")
        }
        return StoredVersion(
            listing: try decode(row["listing"]), publisher: publisher,
            statement: try SignedStatement(parsing: Data((row["statement"] as String).utf8))
        )
    }

    private static func text(of statement: SignedStatement) -> String {
        String(decoding: statement.json.readableBytes, as: UTF8.self)
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
