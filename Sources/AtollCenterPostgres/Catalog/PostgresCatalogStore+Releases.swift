import AtollCenter
import AtollPackages
import Foundation
import Postgres

extension PostgresCatalogStore {
    /// How long a release is tried again while the database fails over.
    private static let patience = Duration.seconds(10)

    package func release(
        _ sign: @escaping @Sendable (_ work: ReleaseWork, _ files: any RepositoryFiles) async throws -> [MiniAppID]
    ) async throws {
        let end = ContinuousClock.now.advanced(by: Self.patience)
        var pause = Duration.milliseconds(20)
        while true {
            do {
                return try await releaseOnce(sign)
            } catch let error as PostgresError
                where (error.isWorthRepeating || error == .outcomeUnknown) && ContinuousClock.now < end
            {
                // If the transaction was committed after all, nothing is due any more.
                try await Task.sleep(for: pause)
                pause = min(pause * 2, .milliseconds(250))
            }
        }
    }

    private func releaseOnce(
        _ sign: @Sendable (_ work: ReleaseWork, _ files: any RepositoryFiles) async throws -> [MiniAppID]
    ) async throws {
        guard try await isAnythingDue() else { return await follower.acknowledgeAnything() }
        // Nothing of the catalog is locked while files are stored.
        let time = try await repository.change(
            { transaction, files in
                let work = try await transaction.run { try Self.work($0) }
                return (work, work.isEmpty ? [] : Set(try await sign(work, files)))
            }, end: { session, result in try Self.finish(result.0, refused: result.1, session) })
        if let time { await follower.acknowledge(time) } else { await follower.acknowledgeAnything() }
    }

    package func isAnythingDue() async throws -> Bool {
        try await pool.read { session in
            try session.query("SELECT EXISTS (SELECT 1 FROM due) OR EXISTS (SELECT 1 FROM due_target)").first?.bool(0)
                ?? false
        }
    }

    package func isDue(_ id: MiniAppID) async throws -> Bool {
        try await pool.read { try $0.query("SELECT 1 FROM due WHERE mini_app = \(.text(id.rawValue))").count > 0 }
    }

    package func announcement(of id: MiniAppID) async throws -> DueMiniApp? {
        try await pool.snapshot { session in
            let due = try Self.due(id, mark: 0, session)
            return due.version == nil ? nil : due
        }
    }

    package func makeDue(_ id: MiniAppID) async throws {
        try await pool.write { try Self.makeDue(id, $0) }
    }

    /// A mini app without a version is not due: its first one will be.
    static func makeDue(_ id: MiniAppID, _ session: PostgresSession) throws {
        try session.query(
            """
            INSERT INTO due (mini_app) SELECT id FROM mini_app WHERE id = \(.text(id.rawValue))
            ON CONFLICT (mini_app) DO UPDATE SET mark = nextval('due_mark')
            """)
    }

    package func addDueTarget(_ path: String, _ data: Data) async throws -> DueTarget {
        try await pool.write { session in
            let found = try session.query(
                """
                INSERT INTO due_target (path, data) VALUES (\(.text(path)), \(.bytes(data)))
                ON CONFLICT (path) DO UPDATE SET data = excluded.data, mark = nextval('due_mark') RETURNING mark
                """)
            guard let row = found.first else { throw PostgresError.noRow }
            return DueTarget(path: path, data: data, mark: try row.integer(0))
        }
    }

    package func isDue(_ target: DueTarget) async throws -> Bool {
        try await pool.read { session in
            try session.query(
                "SELECT 1 FROM due_target WHERE path = \(.text(target.path)) AND mark = \(.integer(target.mark))"
            ).count > 0
        }
    }

    package func remove(_ target: DueTarget) async throws -> Bool {
        try await repository.turns.write { session in
            try SharedRepository.lock(session)
            return try session.query(
                "DELETE FROM due_target WHERE path = \(.text(target.path)) AND mark = \(.integer(target.mark))"
            ).changes > 0
        }
    }

    package func replaceStatement(of version: StoredVersion) async throws {
        let row = try StoredVersionRow(version)
        let listing = version.listing
        try await pool.write { session in
            try session.query(
                """
                UPDATE version SET statement = \(.text(row.statement))
                WHERE mini_app = \(.text(listing.id.rawValue)) AND code = \(.integer(listing.version.code))
                AND statement_sha256 = \(.text(version.statement.digest.hex))
                """)
            try Self.makeDue(listing.id, session)
        }
    }

    @discardableResult
    package func removeWaiting(_ version: StoredVersion) async throws -> Bool {
        let id = version.listing.id
        let code = version.listing.version.code
        return try await changeInTurn(id) { session in
            let there = try session.query(
                """
                SELECT is_finished FROM version
                WHERE mini_app = \(.text(id.rawValue)) AND code = \(.integer(code))
                AND statement_sha256 = \(.text(version.statement.digest.hex))
                """
            ).first?.bool(0)
            // Another process may have taken it back, and its code may be another version's.
            if there == false { try Self.removeWaiting(id, from: code, session) }
            return there != true
        }
    }

    /// Removes the versions with this code and above that wait, the newest first.
    private static func removeWaiting(_ id: MiniAppID, from code: Int, _ session: PostgresSession) throws {
        let value = PostgresValue.text(id.rawValue)
        let rows = try session.query(
            """
            SELECT code, epoch, current_before FROM version
            WHERE mini_app = \(value) AND code >= \(.integer(code)) AND NOT is_finished ORDER BY code DESC
            """
        ).rows
        for row in rows {
            let epoch = PostgresValue.integer(try row.integer(1))
            try session.query(
                "DELETE FROM version WHERE mini_app = \(value) AND code = \(.integer(try row.integer(0)))")
            // The versions that it voided are restored.
            let restored = try session.query(
                """
                INSERT INTO version (\(voided))
                SELECT \(voided) FROM voided_version WHERE mini_app = \(value) AND voided_by = \(epoch)
                AND NOT EXISTS (SELECT 1 FROM version WHERE mini_app = \(value) AND epoch >= \(epoch))
                ON CONFLICT (mini_app, code) DO NOTHING
                """)
            if restored.changes > 0 {
                try session.query(
                    "UPDATE mini_app SET current_code = \(.integer(try row.integer(2))) WHERE id = \(value)")
            }
        }
        try session.query(
            """
            DELETE FROM mini_app WHERE id = \(value) AND current_code = 0
            AND NOT EXISTS (SELECT 1 FROM version WHERE mini_app = \(value))
            """)
        try session.query(
            """
            DELETE FROM due WHERE mini_app = \(value) AND NOT EXISTS (SELECT 1 FROM mini_app WHERE id = \(value))
            """)
    }

    private static func work(_ session: PostgresSession) throws -> ReleaseWork {
        let limit = PostgresValue.integer(ReleaseWork.maximum)
        let due = try session.query("SELECT mini_app, mark FROM due ORDER BY mark LIMIT \(limit)").rows
        let targets = try session.query("SELECT path, data, mark FROM due_target ORDER BY mark LIMIT \(limit)").rows
        return ReleaseWork(
            // One that can't be read stays due, and keeps no other waiting.
            miniApps: try due.compactMap { row in
                guard let id = MiniAppID(try row.text(0)) else { throw StoredDataError.badMiniApp(try row.text(0)) }
                return try? Self.due(id, mark: row.integer(1), session)
            },
            targets: try targets.map { try DueTarget(path: $0.text(0), data: $0.data(1), mark: $0.integer(2)) })
    }

    private static func due(_ id: MiniAppID, mark: Int64, _ session: PostgresSession) throws -> DueMiniApp {
        let value = PostgresValue.text(id.rawValue)
        let version = try versions(
            """
            id = \(value) AND (code = current_code OR NOT is_finished) ORDER BY is_finished, code DESC LIMIT 1
            """, session
        ).first
        let withdrawn = try versions(
            """
            id = \(value) AND code > \(.integer(version?.listing.version.code ?? 0)) AND withdrawn IS NOT NULL
            ORDER BY code DESC LIMIT 1
            """, session
        ).first
        let waiting = try session.query(
            "SELECT code FROM version WHERE mini_app = \(value) AND NOT is_finished ORDER BY code"
        ).rows.map { try $0.int(0) }
        return DueMiniApp(id: id, mark: mark, version: version, withdrawn: withdrawn, waiting: waiting)
    }

    /// - Returns: The time of the clock of the last change, or nil if the catalog stays as it is.
    private static func finish(
        _ work: ReleaseWork, refused: Set<MiniAppID>, _ session: PostgresSession
    ) throws -> Int64? {
        var last: Int64?
        for due in work.miniApps where !due.waiting.isEmpty {
            let time = try CatalogFollower.tick(session)
            let (_, change) = try Self.change(due.id, session) { session in
                if refused.contains(due.id) {
                    try removeWaiting(due.id, from: due.waiting.first ?? 0, session)
                } else if let version = due.version {
                    try finish(due, name: version.listing.name, session)
                }
            }
            try CatalogFollower.note(change, at: time, mark: UUID().uuidString, session)
            last = time
        }
        for due in work.miniApps {
            try session.query(
                "DELETE FROM due WHERE mini_app = \(.text(due.id.rawValue)) AND mark = \(.integer(due.mark))")
        }
        for target in work.targets {
            try session.query(
                "DELETE FROM due_target WHERE path = \(.text(target.path)) AND mark = \(.integer(target.mark))")
        }
        return last
    }

    private static func finish(_ due: DueMiniApp, name: String, _ session: PostgresSession) throws {
        let id = PostgresValue.text(due.id.rawValue)
        let codes = PostgresValue.integers(due.waiting.map(Int64.init))
        try session.query("UPDATE version SET is_finished = true WHERE mini_app = \(id) AND code = ANY (\(codes))")
        guard let last = due.waiting.last else { return }
        // A version of a later epoch may have voided it in the meantime.
        try session.query(
            """
            UPDATE mini_app SET name = \(.text(name)), current_code = greatest(current_code, \(.integer(last)))
            WHERE id = \(id)
            AND EXISTS (SELECT 1 FROM version WHERE mini_app = \(id) AND code = \(.integer(last)))
            """)
    }
}
