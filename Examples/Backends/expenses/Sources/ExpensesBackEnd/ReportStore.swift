import Foundation
import GRDB

/// The reports and the pictures of their receipts, in SQLite.
struct ReportStore: Sendable {
    /// A manager who decides.
    struct Manager: Sendable {
        let id: String
        let name: String
    }

    private let database: DatabasePool

    /// The maximum number of undecided reports of one person.
    static let maximumOpen = 20
    /// The maximum size in bytes of one person's receipts. Those of reports that were sent back, or approved long ago,
    /// make room for new ones.
    static let maximumReceipts = 100_000_000
    /// The maximum number of reports in a response.
    static let page = 50
    /// The minimum age of an approved report whose receipts make room for others.
    static let keeping: TimeInterval = 90 * 86_400

    init(_ file: URL) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        // Waits for another process that is writing.
        configuration.busyMode = .timeout(5)
        database = try DatabasePool(path: file.path, configuration: configuration)
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.create(table: "report") { table in
                table.primaryKey("id", .text)
                table.column("owner", .text).notNull().indexed()
                table.column("ownerName", .text).notNull()
                table.column("date", .datetime).notNull()
                table.column("state", .text).notNull().indexed()
                table.column("text", .text).notNull()
                table.column("decision", .text)
            }
            try database.create(table: "receipt") { table in
                table.column("report", .text).notNull().references("report", onDelete: .cascade)
                table.column("entry", .integer).notNull()
                // Placed before the picture, so that SQLite can read it without reading the picture.
                table.column("bytes", .integer).notNull()
                table.column("picture", .text).notNull()
                table.primaryKey(["report", "entry"])
            }
            // The id of a report that was taken back is never reused: a manager may be looking at that report.
            try database.create(table: "takenBack") { $0.primaryKey("id", .text) }
            // The expenses of reports that were handed in and not sent back.
            try database.create(table: "handedIn") { table in
                table.column("owner", .text).notNull()
                table.column("expense", .text).notNull()
                table.column("report", .text).notNull().references("report", onDelete: .cascade)
                table.primaryKey(["owner", "expense"])
            }
        }
        try migrator.migrate(database)
    }

    /// A user's reports that were handed in: those that wait for a decision, and the newest others.
    func reports(of person: String) async throws -> [Report] {
        try await database.read { database in
            let own = Report.filter(Column("owner") == person).order(Column("date").desc)
            return try own.filter(Column("state") == ReportState.submitted).fetchAll(database)
                + own.filter([ReportState.approved, .returned].contains(Column("state"))).limit(Self.page)
                .fetchAll(database)
        }
    }

    /// The reports that wait for a manager's decision, oldest first.
    func waiting(for manager: Manager) async throws -> [Report] {
        try await database.read { database in
            try Report.filter(Column("state") == ReportState.submitted)
                .filter(Column("owner") != manager.id && Column("ownerName") != manager.name)
                .order(Column("date")).limit(Self.page).fetchAll(database)
        }
    }

    /// Begins a report, or restarts a draft. Deletes the user's other drafts, which no client resumes.
    ///
    /// - Throws: ``ReportError``, unless the report is new or a draft of the same person.
    func begin(_ report: Report) async throws {
        try await database.write { database in
            if let known = try Report.fetchOne(database, key: report.id) {
                guard known.owner == report.owner else { throw ReportError.unknown }
                guard known.state == .draft else { throw ReportError.state }
            }
            let isTakenBack = try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT * FROM takenBack WHERE id = ?)", arguments: [report.id])
            guard isTakenBack != true else { throw ReportError.state }
            let own = Report.filter(Column("owner") == report.owner)
            try own.filter(Column("state") == ReportState.draft).deleteAll(database)
            guard try own.filter(Column("state") == ReportState.submitted).fetchCount(database) < Self.maximumOpen
            else {
                throw ReportError.full
            }
            try report.insert(database)
        }
    }

    /// Adds the picture of a receipt to a draft.
    func add(_ picture: String, of entry: Int, to id: String, by person: String) async throws {
        try await database.write { database in
            let report = try Self.own(id, person, database)
            guard report.state == .draft else { throw ReportError.state }
            guard report.text.entries.indices.contains(entry), report.text.entries[entry].hasReceipt else {
                throw ReportError.unknown
            }
            try database.execute(
                sql: "DELETE FROM receipt WHERE report = ? AND entry = ?", arguments: [id, entry])
            guard try Self.makeRoom(for: picture.utf8.count, of: person, database) else { throw ReportError.full }
            try database.execute(
                sql: "INSERT INTO receipt (report, entry, picture, bytes) VALUES (?, ?, ?, ?)",
                arguments: [id, entry, picture, picture.utf8.count])
        }
    }

    /// Hands in a draft, if all its receipts are there. A report that was handed in before stays unchanged: the first
    /// response may have been lost.
    func submit(_ id: String, by person: String) async throws -> Report {
        try await database.write { database in
            var report = try Self.own(id, person, database)
            guard report.state == .draft else { return report }
            let receipts = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM receipt WHERE report = ?", arguments: [id])
            guard receipts == report.text.entries.count(where: \.hasReceipt) else { throw ReportError.state }
            for entry in report.text.entries {
                try database.execute(
                    sql: "INSERT OR IGNORE INTO handedIn (owner, expense, report) VALUES (?, ?, ?)",
                    arguments: [person, entry.id.lowercased(), id])
                guard database.changesCount == 1 else { throw ReportError.twice }
            }
            report.state = .submitted
            try report.update(database)
            return report
        }
    }

    /// Takes back a report that has not been decided.
    func remove(_ id: String, by person: String) async throws {
        try await database.write { database in
            let report = try Self.own(id, person, database)
            guard report.state == .draft || report.state == .submitted else { throw ReportError.state }
            try report.delete(database)
            try database.execute(sql: "INSERT INTO takenBack (id) VALUES (?)", arguments: [id])
        }
    }

    /// Decides about another user's report, once. The expenses of a report that is sent back may be handed in again.
    ///
    /// The owner is recognized by id and by name: a user who has made the super app forget the mini app has another id.
    func decide(_ id: String, isApproved: Bool, _ decision: Decision) async throws -> Report {
        try await database.write { database in
            guard var report = try Report.fetchOne(database, key: id), report.state != .draft else {
                throw ReportError.unknown
            }
            guard report.owner != decision.by, report.ownerName != decision.byName else { throw ReportError.own }
            guard report.state == .submitted else { throw ReportError.state }
            (report.state, report.decision) = (isApproved ? .approved : .returned, decision)
            try report.update(database)
            if !isApproved {
                try database.execute(sql: "DELETE FROM handedIn WHERE report = ?", arguments: [id])
            }
            return report
        }
    }

    /// The picture of a receipt: for the user who has handed it in, and for managers.
    func picture(of entry: Int, in id: String, for person: String, isManager: Bool) async throws -> String {
        try await database.read { database in
            guard let report = try Report.fetchOne(database, key: id),
                report.owner == person || isManager && report.state != .draft,
                let picture = try String.fetchOne(
                    database, sql: "SELECT picture FROM receipt WHERE report = ? AND entry = ?", arguments: [id, entry])
            else { throw ReportError.unknown }
            return picture
        }
    }

    /// Removes receipts of reports that were sent back, or approved long ago, oldest first, until there is room.
    private static func makeRoom(for bytes: Int, of person: String, _ database: Database) throws -> Bool {
        let used = try Row.fetchAll(
            database,
            sql: """
                SELECT report.id, report.state, report.date, sum(bytes)
                FROM receipt JOIN report ON report.id = receipt.report
                WHERE owner = ? GROUP BY report.id ORDER BY report.date
                """, arguments: [person])
        var left = used.reduce(bytes) { $0 + ($1[3] as Int) } - maximumReceipts
        let limit = Date().addingTimeInterval(-keeping)
        for row in used where left > 0 {
            let (state, date): (ReportState, Date) = (row[1], row[2])
            guard state == .returned || state == .approved && date < limit else { continue }
            try database.execute(sql: "DELETE FROM receipt WHERE report = ?", arguments: [row[0] as String])
            left -= row[3] as Int
        }
        return left <= 0
    }

    private static func own(_ id: String, _ person: String, _ database: Database) throws -> Report {
        guard let report = try Report.fetchOne(database, key: id), report.owner == person else {
            throw ReportError.unknown
        }
        return report
    }
}
