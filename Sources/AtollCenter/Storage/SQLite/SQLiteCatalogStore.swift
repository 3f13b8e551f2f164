import AtollPackages
import Foundation
import GRDB
import NIOConcurrencyHelpers
import SignedJSON

/// Stores the catalog in SQLite.
struct SQLiteCatalogStore: CatalogStore {
    let pool: DatabasePool
    /// Where the repository is that announces what is due.
    let place: any RepositoryPlace
    /// One release at a time, and nothing is taken back in the middle of one.
    let turns = AsyncTurns()
    let known: NIOLockedValueBox<Known>
    private let changed: @Sendable (SearchChange) -> Void

    /// Rarely changing data that every search needs, cached in memory.
    struct Known {
        var audiences: [Int64: Audience] = [:]
        var attributes: [String: [AttributeDefinition]] = [:]
        /// The audiences of recent visitors.
        var visitors: [Visitor: [Int64]] = [:]
    }

    /// - Parameter changed: Called with each change that can affect searches, after its commit and before it is
    ///   acknowledged.
    init(
        _ database: CenterDatabase, place: any RepositoryPlace,
        changed: @escaping @Sendable (SearchChange) -> Void = { _ in }
    ) throws {
        pool = database.pool
        self.place = place
        self.changed = changed
        known = NIOLockedValueBox(try pool.read(Self.known))
    }

    private static func known(_ database: Database) throws -> Known {
        var known = Known()
        for row in try Row.fetchAll(database, sql: "SELECT id, rule FROM audience") {
            known.audiences[row[0]] = try decode(row[1])
        }
        for row in try Row.fetchAll(database, sql: "SELECT id, attributes FROM super_app") {
            known.attributes[row[0]] = try decode(row[1])
        }
        return known
    }

    /// Changes a mini app in one transaction, and updates its search entry.
    @discardableResult
    func change<Result: Sendable>(
        _ id: MiniAppID, _ body: @Sendable @escaping (Database) throws -> Result
    ) async throws -> Result {
        try await pool.write { try change(id, $0, body) }
    }

    /// The same within a transaction that changes several.
    func change<Result>(_ id: MiniAppID, _ database: Database, _ body: (Database) throws -> Result) throws -> Result {
        let index = SearchIndex(database: database)
        let before = try index.entry(of: id)
        let result = try body(database)
        try announce(.entry(before: before, after: index.update(id)), database)
        return result
    }

    /// Changes a super app in one transaction.
    func change(_ body: @Sendable @escaping (Database) throws -> Void) async throws {
        try await pool.write { database in
            try body(database)
            try announce(.everything, database)
        }
    }

    /// Reports a change right after its commit, in the order of the transactions.
    private func announce(_ change: SearchChange, _ database: Database) throws {
        let known = try Self.known(database)
        database.afterNextTransaction { _ in
            self.known.withLockedValue { $0 = known }
            changed(change)
        }
    }

    /// One process has the database to itself.
    var isCurrent: Bool { true }

    func audiences(of visitor: Visitor) -> [Int64] {
        known.withLockedValue { known in
            if let audiences = known.visitors[visitor] { return audiences }
            if known.visitors.count >= 10_000 { known.visitors = [:] }
            let audiences = known.audiences.filter { $0.value.includes(visitor) }.map(\.key).sorted()
            known.visitors[visitor] = audiences
            return audiences
        }
    }

    func search(
        _ query: SearchQuery, for audiences: [Int64], superApp: String, total: Int?, at now: Date
    ) async throws -> SearchPage {
        try await pool.read { database in
            try SQLiteSearch(database: database, audiences: audiences, superApp: superApp, now: now)
                .page(query, knownTotal: total)
        }
    }

    func listing(of id: MiniAppID, for audiences: [Int64], superApp: String) async throws -> String? {
        try await pool.read { database in
            let search = SQLiteSearch(database: database, audiences: audiences, superApp: superApp, now: .distantPast)
            let rows = try search.fetch(
                """
                SELECT listing, \(SQLiteSearch.attributes(of: superApp))
                FROM entry JOIN entry_listing ON entry_listing.entry = entry.number
                WHERE id = \(id.rawValue) AND \(SQLiteSearch.among(audiences, "audience"))
                """)
            return rows.first.map { SearchEntry.listing($0[0], $0[1]) }
        }
    }

    func lastCode(of id: MiniAppID) async throws -> Int? {
        try await pool.read { try Self.lastCode(of: id, $0) }
    }

    func allVersions() async throws -> [MiniAppListing] {
        try await pool.read { database in
            try String.fetchAll(database, sql: "SELECT listing FROM version ORDER BY mini_app, code")
                .map { try Self.decode($0) }
        }
    }

    func add(_ version: StoredVersion, after previous: PreviousStatement) async throws {
        let listing = version.listing
        let text = try Self.text(of: listing)
        try await change(listing.id) { database in
            if case .only(let expected) = previous {
                let last = try Self.lastStatement(of: listing.id, database)
                guard last == expected else { throw CenterError.chain(last: last) }
            }
            let current = try Int.fetchOne(
                database, sql: "SELECT current_code FROM mini_app WHERE id = ?", arguments: [listing.id.rawValue])
            try Self.voidEarlierEpochs(of: version, database)
            let last = try Self.lastCode(of: listing.id, database)
            if let last, last >= listing.version.code {
                throw CenterError.codeNotHigher(code: listing.version.code, last: last)
            }
            // Until the version is finished, its mini app does not change; a new mini app has no current version.
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
                    INSERT INTO version
                        (mini_app, code, file_list, listing, statement, statement_sha256, epoch, is_finished, current_before)
                    VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?)
                    """,
                arguments: [
                    listing.id.rawValue, listing.version.code, listing.files.sha256.hex, text,
                    Self.text(of: version.statement), version.statement.digest.hex, version.epoch, current ?? 0,
                ]
            )
            try Self.makeDue(listing.id, database)
        }
    }

    /// The columns of a voided version.
    static let voided = """
        mini_app, code, epoch, file_list, listing, statement, statement_sha256, is_finished, withdrawn, withdrawal_reason
        """

    /// Voids the versions of earlier epochs whose codes are not below that of a new version: a stolen key may have
    /// signed the highest possible code.
    private static func voidEarlierEpochs(of version: StoredVersion, _ database: Database) throws {
        let arguments: StatementArguments = [
            "id": version.listing.id.rawValue, "code": version.listing.version.code, "epoch": version.epoch,
        ]
        let earlier = "mini_app = :id AND epoch < :epoch AND code >= :code"
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO voided_version (\(Self.voided), voided_by)
                SELECT \(Self.voided), :epoch FROM version WHERE \(earlier)
                """, arguments: arguments)
        guard database.changesCount > 0 else { return }
        try database.execute(sql: "DELETE FROM version WHERE \(earlier)", arguments: arguments)
        try database.execute(
            sql: """
                UPDATE mini_app SET current_code =
                    coalesce((
                        SELECT max(code) FROM version
                        WHERE mini_app = :id AND code <= current_code AND is_finished AND withdrawn IS NULL), 0)
                WHERE id = :id
                """, arguments: ["id": version.listing.id.rawValue])
    }

    func lastCode(of id: MiniAppID, epoch: Int, below code: Int) async throws -> Int? {
        try await pool.read { database in
            try Int.fetchOne(
                database, sql: "SELECT max(code) FROM version WHERE mini_app = ? AND (epoch >= ? OR code < ?)",
                arguments: [id.rawValue, epoch, code])
        }
    }

    func allowedCode(of id: MiniAppID) async throws -> Int? {
        try await pool.read { database in
            try Int.fetchOne(
                database, sql: "SELECT code FROM code_allowance WHERE mini_app = ?", arguments: [id.rawValue])
        }
    }

    func allowCode(_ code: Int, of id: MiniAppID) async throws {
        try await pool.write { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO code_allowance (mini_app, code) VALUES (?, ?)",
                arguments: [id.rawValue, code])
        }
    }

    func currentVersions() async throws -> [StoredVersion] {
        try await pool.read { database in
            try Row.fetchAll(database, sql: "\(Self.versions) WHERE code = current_code ORDER BY mini_app.id")
                .map(Self.version)
        }
    }

    func lastStatement(of id: MiniAppID) async throws -> SHA256Hash? {
        try await pool.read { try Self.lastStatement(of: id, $0) }
    }

    private static func lastStatement(of id: MiniAppID, _ database: Database) throws -> SHA256Hash? {
        try String.fetchOne(
            database, sql: "SELECT statement_sha256 FROM version WHERE mini_app = ? ORDER BY code DESC LIMIT 1",
            arguments: [id.rawValue]
        ).flatMap { SHA256Hash(hex: $0) }
    }

    func version(ofStatement digest: SHA256Hash, of id: MiniAppID) async throws -> StoredVersion? {
        try await pool.read { database in
            try Row.fetchOne(
                database,
                sql: """
                    \(Self.versions) WHERE code = current_code AND id = ? AND statement_sha256 = ?
                    """,
                arguments: [id.rawValue, digest.hex]
            ).map(Self.version)
        }
    }

    func currentVersion(of id: MiniAppID) async throws -> StoredVersion? {
        try await pool.read { database in
            try Row.fetchOne(
                database, sql: "\(Self.versions) WHERE code = current_code AND id = ?", arguments: [id.rawValue]
            ).map(Self.version)
        }
    }

    func setAccess(_ roles: Set<String>, minimumHost: String?, of id: MiniAppID) async throws {
        try await change(id) { database in
            try database.execute(sql: "DELETE FROM required_role WHERE mini_app = ?", arguments: [id.rawValue])
            for role in roles {
                try database.execute(
                    sql: "INSERT INTO required_role (mini_app, role) VALUES (?, ?)", arguments: [id.rawValue, role]
                )
            }
            let before = try String.fetchOne(
                database, sql: "SELECT version FROM minimum_host WHERE mini_app = ?", arguments: [id.rawValue])
            guard minimumHost != before else { return }
            try Self.makeDue(id, database)
            try database.execute(sql: "DELETE FROM minimum_host WHERE mini_app = ?", arguments: [id.rawValue])
            if let minimumHost {
                try database.execute(
                    sql: "INSERT INTO minimum_host (mini_app, version) VALUES (?, ?)",
                    arguments: [id.rawValue, minimumHost])
            }
        }
    }

    func minimumHost(of id: MiniAppID) async throws -> String? {
        try await pool.read { database in
            try String.fetchOne(
                database, sql: "SELECT version FROM minimum_host WHERE mini_app = ?", arguments: [id.rawValue])
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

    /// The columns that ``version(_:)`` reads.
    static let versions = """
        SELECT version.listing, version.statement, version.epoch, version.withdrawn, version.withdrawal_reason,
            version.is_finished, mini_app.publisher, minimum_host.version AS minimum_host
        FROM version JOIN mini_app ON mini_app.id = version.mini_app
        LEFT JOIN minimum_host ON minimum_host.mini_app = version.mini_app
        """

    static func version(_ row: Row) throws -> StoredVersion {
        try StoredVersionRow(
            listing: row["listing"], statement: row["statement"], publisher: row["publisher"], epoch: row["epoch"],
            withdrawn: row["withdrawn"], withdrawalReason: row["withdrawal_reason"], minimumHost: row["minimum_host"]
        ).version
    }

    static func text(of statement: SignedStatement) -> String {
        String(decoding: statement.json.readableBytes, as: UTF8.self)
    }

    static func decode<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder.center.decode(Value.self, from: Data(text.utf8))
    }

    static func text(of value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder.center.encode(value), as: UTF8.self)
    }
}
