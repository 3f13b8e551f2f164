import AtollPackages
import Foundation
import GRDB

extension SQLiteCatalogStore {
    /// The repository is changed first. A process that is killed before the database is leaves what is due as it is:
    /// then the next release finds that devices have been told.
    func release(
        _ sign: @escaping @Sendable (_ work: ReleaseWork, _ files: any RepositoryFiles) async throws -> [MiniAppID]
    ) async throws {
        guard try await isAnythingDue() else { return }
        try await turns.run {
            try await place.change { files in
                let work = try await pool.read { try Self.work($0) }
                let refused = try await sign(work, files)
                try await pool.write { try finish(work, refused: Set(refused), $0) }
            }
        }
    }

    func isAnythingDue() async throws -> Bool {
        try await pool.read { database in
            try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM due) OR EXISTS (SELECT 1 FROM due_target)") ?? false
        }
    }

    func isDue(_ id: MiniAppID) async throws -> Bool {
        try await pool.read { database in
            try Row.fetchOne(database, sql: "SELECT 1 FROM due WHERE mini_app = ?", arguments: [id.rawValue]) != nil
        }
    }

    func announcement(of id: MiniAppID) async throws -> DueMiniApp? {
        try await pool.read { database in
            let due = try Self.due(id, mark: 0, database)
            return due.version == nil ? nil : due
        }
    }

    func makeDue(_ id: MiniAppID) async throws {
        try await pool.write { try Self.makeDue(id, $0) }
    }

    /// A mini app without a version is not due: its first one will be.
    static func makeDue(_ id: MiniAppID, _ database: Database) throws {
        try database.execute(
            sql: "INSERT OR REPLACE INTO due (mini_app) SELECT id FROM mini_app WHERE id = ?",
            arguments: [id.rawValue])
    }

    func addDueTarget(_ path: String, _ data: Data) async throws -> DueTarget {
        try await pool.write { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO due_target (path, data) VALUES (?, ?)", arguments: [path, data])
            return DueTarget(path: path, data: data, mark: database.lastInsertedRowID)
        }
    }

    func isDue(_ target: DueTarget) async throws -> Bool {
        try await pool.read { database in
            try Row.fetchOne(
                database, sql: "SELECT 1 FROM due_target WHERE path = ? AND mark = ?",
                arguments: [target.path, target.mark]) != nil
        }
    }

    func remove(_ target: DueTarget) async throws -> Bool {
        try await turns.run {
            try await pool.write { database in
                try database.execute(
                    sql: "DELETE FROM due_target WHERE path = ? AND mark = ?", arguments: [target.path, target.mark])
                return database.changesCount > 0
            }
        }
    }

    func replaceStatement(of version: StoredVersion) async throws {
        let listing = version.listing
        try await pool.write { database in
            try database.execute(
                sql: "UPDATE version SET statement = ? WHERE mini_app = ? AND code = ? AND statement_sha256 = ?",
                arguments: [
                    Self.text(of: version.statement), listing.id.rawValue, listing.version.code,
                    version.statement.digest.hex,
                ])
            try Self.makeDue(listing.id, database)
        }
    }

    @discardableResult
    func removeWaiting(_ version: StoredVersion) async throws -> Bool {
        let (id, code) = (version.listing.id, version.listing.version.code)
        return try await turns.run {
            try await change(id) { database in
                let there = try Bool.fetchOne(
                    database,
                    sql: "SELECT is_finished FROM version WHERE mini_app = ? AND code = ? AND statement_sha256 = ?",
                    arguments: [id.rawValue, code, version.statement.digest.hex])
                // Its code may be another version's by now.
                if there == false { try Self.removeWaiting(id, from: code, database) }
                return there != true
            }
        }
    }

    /// Removes the versions with this code and above that wait, the newest first.
    private static func removeWaiting(_ id: MiniAppID, from code: Int, _ database: Database) throws {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT code, epoch, current_before FROM version
                WHERE mini_app = ? AND code >= ? AND NOT is_finished ORDER BY code DESC
                """, arguments: [id.rawValue, code])
        for row in rows {
            let (code, epoch, before): (Int, Int, Int) = (row["code"], row["epoch"], row["current_before"])
            let arguments: StatementArguments = ["id": id.rawValue, "epoch": epoch]
            try database.execute(
                sql: "DELETE FROM version WHERE mini_app = ? AND code = ?", arguments: [id.rawValue, code])
            // The versions that it voided are restored.
            try database.execute(
                sql: """
                    INSERT OR IGNORE INTO version (\(voided))
                    SELECT \(voided) FROM voided_version WHERE mini_app = :id AND voided_by = :epoch
                    AND NOT EXISTS (SELECT 1 FROM version WHERE mini_app = :id AND epoch >= :epoch)
                    """, arguments: arguments)
            if database.changesCount > 0 {
                try database.execute(
                    sql: "UPDATE mini_app SET current_code = ? WHERE id = ?", arguments: [before, id.rawValue])
            }
        }
        let arguments: StatementArguments = ["id": id.rawValue]
        try database.execute(
            sql: """
                DELETE FROM mini_app WHERE id = :id AND current_code = 0
                AND NOT EXISTS (SELECT 1 FROM version WHERE mini_app = :id)
                """, arguments: arguments)
        try database.execute(
            sql: "DELETE FROM due WHERE mini_app = :id AND NOT EXISTS (SELECT 1 FROM mini_app WHERE id = :id)",
            arguments: arguments)
    }

    private static func work(_ database: Database) throws -> ReleaseWork {
        let due = try Row.fetchAll(
            database, sql: "SELECT mini_app, mark FROM due ORDER BY mark LIMIT ?", arguments: [ReleaseWork.maximum])
        let targets = try Row.fetchAll(
            database, sql: "SELECT path, data, mark FROM due_target ORDER BY mark LIMIT ?",
            arguments: [ReleaseWork.maximum])
        return ReleaseWork(
            // One that can't be read stays due, and keeps no other waiting.
            miniApps: try due.compactMap { row in
                guard let id = MiniAppID(row["mini_app"]) else { throw StoredDataError.badMiniApp(row["mini_app"]) }
                return try? Self.due(id, mark: row["mark"], database)
            },
            targets: targets.map { DueTarget(path: $0["path"], data: $0["data"], mark: $0["mark"]) })
    }

    private static func due(_ id: MiniAppID, mark: Int64, _ database: Database) throws -> DueMiniApp {
        let version = try Row.fetchOne(
            database,
            sql: """
                \(versions) WHERE id = ? AND (code = current_code OR NOT is_finished)
                ORDER BY is_finished, code DESC LIMIT 1
                """, arguments: [id.rawValue]
        ).map(Self.version)
        let withdrawn = try Row.fetchOne(
            database,
            sql: "\(versions) WHERE id = ? AND code > ? AND withdrawn IS NOT NULL ORDER BY code DESC LIMIT 1",
            arguments: [id.rawValue, version?.listing.version.code ?? 0]
        ).map(Self.version)
        let waiting = try Int.fetchAll(
            database, sql: "SELECT code FROM version WHERE mini_app = ? AND NOT is_finished ORDER BY code",
            arguments: [id.rawValue])
        return DueMiniApp(id: id, mark: mark, version: version, withdrawn: withdrawn, waiting: waiting)
    }

    private func finish(_ work: ReleaseWork, refused: Set<MiniAppID>, _ database: Database) throws {
        for due in work.miniApps {
            if refused.contains(due.id) {
                if let first = due.waiting.first {
                    try change(due.id, database) { try Self.removeWaiting(due.id, from: first, $0) }
                }
            } else if let version = due.version, !due.waiting.isEmpty {
                try change(due.id, database) { try Self.finish(due, name: version.listing.name, $0) }
            }
            try database.execute(
                sql: "DELETE FROM due WHERE mini_app = ? AND mark = ?", arguments: [due.id.rawValue, due.mark])
        }
        for target in work.targets {
            try database.execute(
                sql: "DELETE FROM due_target WHERE path = ? AND mark = ?", arguments: [target.path, target.mark])
        }
    }

    private static func finish(_ due: DueMiniApp, name: String, _ database: Database) throws {
        for code in due.waiting {
            try database.execute(
                sql: "UPDATE version SET is_finished = 1 WHERE mini_app = ? AND code = ?",
                arguments: [due.id.rawValue, code])
        }
        guard let last = due.waiting.last else { return }
        // A version of a later epoch may have voided it in the meantime.
        try database.execute(
            sql: """
                UPDATE mini_app SET name = :name, current_code = max(current_code, :code)
                WHERE id = :id AND EXISTS (SELECT 1 FROM version WHERE mini_app = :id AND code = :code)
                """, arguments: ["id": due.id.rawValue, "name": name, "code": last])
    }
}
