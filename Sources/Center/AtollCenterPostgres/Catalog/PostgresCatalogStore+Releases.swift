import AtollCenter
import AtollCenterDomain
import AtollPackages
import AtollPostgres
import Foundation
import SQLStatements

extension PostgresCatalogStore {
    /// How long a release is tried again while the database fails over.
    private static let patience = Duration.seconds(10)

    package func release(
        _ sign:
            @escaping @Sendable (_ work: ReleaseWork, _ files: any RepositoryFiles) async throws
            -> [MiniAppID: String]
    ) async throws -> [MiniAppID: String] {
        let end = ContinuousClock.now.advanced(by: Self.patience)
        var pause = Duration.milliseconds(20)
        while true {
            do {
                return try await releaseOnce(sign)
            } catch let error as PostgresError
                where (error.isWorthRepeating || error == .outcomeUnknown) && ContinuousClock.now < end
            {
                // If the transaction was committed after all, nothing is pending.
                try await Task.sleep(for: pause)
                pause = min(pause * 2, .milliseconds(250))
            }
        }
    }

    private func releaseOnce(
        _ sign: @Sendable (_ work: ReleaseWork, _ files: any RepositoryFiles) async throws -> [MiniAppID: String]
    ) async throws -> [MiniAppID: String] {
        guard try await isAnythingDue() else {
            await follower.acknowledgeAnything()
            return [:]
        }
        // Nothing of the catalog is locked while files are stored.
        let (time, unfinished) = try await repository.change(
            { transaction, files in
                let work = try await transaction.run { try VersionRows($0).work() }
                return (work, work.isEmpty ? [:] : try await sign(work, files))
            }, end: { session, result in try Self.finish(result.0, refused: result.1, session) })
        if let time { await follower.acknowledge(time) } else { await follower.acknowledgeAnything() }
        return unfinished
    }

    package func addDueTarget(
        _ path: String, _ data: Data, also: @escaping @Sendable (any SQLSession) throws -> Void
    ) async throws -> DueTarget {
        try await pool.write { session in
            try also(session)
            let found = try session.query(
                """
                INSERT INTO due_target (path, data) VALUES (\(.text(path)), \(.bytes(data)))
                ON CONFLICT (path) DO UPDATE SET data = excluded.data, mark = nextval('due_mark') RETURNING mark
                """)
            guard let row = found.first else { throw PostgresError.noRow }
            return DueTarget(path: path, data: data, mark: try row.integer(0))
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

    /// - Returns: The time of the clock of the last change, or nil if the catalog stays as it is; and what could not be
    ///   read, announced or finished, and why.
    private static func finish(
        _ work: ReleaseWork, refused: [MiniAppID: String], _ session: PostgresSession
    ) throws -> (time: Int64?, unfinished: [MiniAppID: String]) {
        var last: Int64?
        var unfinished = work.unreadable.merging(refused) { first, _ in first }
        for due in work.miniApps where refused[due.id] == nil {
            do {
                last = try session.savepoint { try finish(due, session) }
            } catch let error as PostgresError where error.state?.isAboutData != true {
                throw error
            } catch {
                unfinished[due.id] = "\(error)"
            }
        }
        for id in unfinished.keys { try VersionRows(session).makeDue(id) }
        for target in work.targets {
            try session.query(
                "DELETE FROM due_target WHERE path = \(.text(target.path)) AND mark = \(.integer(target.mark))")
        }
        return (last, unfinished)
    }

    private static func finish(_ due: DueMiniApp, _ session: PostgresSession) throws -> Int64 {
        let time = try CatalogFollower.tick(session)
        let (_, change) = try Self.change(due.id, session) { try VersionRows($0).finish(due) }
        try CatalogFollower.note(change, at: time, mark: UUID().uuidString, session)
        try VersionRows(session).end(due)
        return time
    }
}
