import AtollCenterDomain
import AtollPackages
import Foundation
import GRDB
import SQLStatements

extension SQLiteCatalogStore {
    /// The repository is changed first. A process that is killed before the database is leaves what is due as it is:
    /// then the next release finds that they were announced.
    package func release(
        _ sign:
            @escaping @Sendable (_ work: ReleaseWork, _ files: any RepositoryFiles) async throws
            -> [MiniAppID: String]
    ) async throws -> [MiniAppID: String] {
        guard try await isAnythingDue() else { return [:] }
        return try await turns.run {
            try await place.change { files in
                let work = try await read { try VersionRows($0).work() }
                let refused = work.isEmpty ? [:] : try await sign(work, files)
                return try await pool.write { try finish(work, refused: refused, $0) }
            }
        }
    }

    package func addDueTarget(
        _ path: String, _ data: Data, also: @escaping @Sendable (any SQLSession) throws -> Void
    ) async throws -> DueTarget {
        try await pool.write { database in
            try also(SQLiteSession(database: database))
            try database.execute(
                sql: "INSERT OR REPLACE INTO due_target (path, data) VALUES (?, ?)", arguments: [path, data])
            return DueTarget(path: path, data: data, mark: database.lastInsertedRowID)
        }
    }

    package func remove(_ target: DueTarget) async throws -> Bool {
        try await turns.run {
            try await pool.write { database in
                try database.execute(
                    sql: "DELETE FROM due_target WHERE path = ? AND mark = ?", arguments: [target.path, target.mark])
                return database.changesCount > 0
            }
        }
    }

    /// - Returns: What could not be read, announced or finished, and why.
    private func finish(
        _ work: ReleaseWork, refused: [MiniAppID: String], _ database: Database
    ) throws -> [MiniAppID: String] {
        var unfinished = work.unreadable.merging(refused) { first, _ in first }
        for due in work.miniApps where refused[due.id] == nil {
            do {
                try database.inSavepoint {
                    try change(due.id, database) { try VersionRows(SQLiteSession(database: $0)).finish(due) }
                    try VersionRows(SQLiteSession(database: database)).end(due)
                    return .commit
                }
            } catch let error as DatabaseError where !error.isAboutData {
                throw error
            } catch {
                unfinished[due.id] = "\(error)"
            }
        }
        for id in unfinished.keys { try VersionRows(SQLiteSession(database: database)).makeDue(id) }
        for target in work.targets {
            try database.execute(
                sql: "DELETE FROM due_target WHERE path = ? AND mark = ?", arguments: [target.path, target.mark])
        }
        return unfinished
    }
}

extension DatabaseError {
    /// Whether the values of a row are the reason: then other rows can still be changed.
    fileprivate var isAboutData: Bool {
        [.SQLITE_CONSTRAINT, .SQLITE_TOOBIG, .SQLITE_MISMATCH].contains(resultCode)
    }
}
