import AtollPackages
import SQLStatements

/// When a release is held by itself: its starts fail, and those of the live version do not.
package struct HealthGate {
    /// How many starts of a version were reported within ``window``, and how many of them did not become ready.
    package struct Starts: Hashable, Sendable {
        package let starts: Int
        let notReady: Int

        /// A start fails once, for any number of reports.
        package var failed: Int { min(notReady, starts) }
    }

    /// The time in which starts are counted, in seconds.
    static let window = 3_600
    /// The time whose starts are added up, in seconds.
    static let slot = 600
    /// How many starts a release must have had.
    static let leastStarts = 50
    /// The least share of failed starts that holds a release.
    static let leastShare = 0.05
    /// How many times more often than the live version a release must fail.
    package static let factor = 3.0

    /// Why a release must be held, with the numbers; nil if it need not be.
    package static func fault(of release: Starts, beside live: Starts) -> String? {
        let failed = Double(release.failed)
        guard release.starts >= leastStarts, failed >= leastShare * Double(release.starts) else { return nil }
        let (all, allLive, failedLive) = (Double(release.starts), Double(live.starts), Double(live.failed))
        // A live version with few starts is not compared. Multiplied out, so that equal shares are equal. If the live
        // version fails often, three times its share is more than all: then a share halfway between its own and all is
        // enough.
        let isWorse =
            live.starts < leastStarts || failed * allLive >= factor * failedLive * all
            || 2 * failed * allLive >= (allLive + failedLive) * all
        guard isWorse else { return nil }
        func text(_ starts: Starts) -> String { "\(starts.failed) of \(starts.starts) starts" }
        return "Within an hour, \(text(release)) did not become ready; of the live version, \(text(live))."
    }
}

extension Snapshot {
    /// The releases that have had enough starts to judge them.
    package func releasesToJudge(limit: Int) throws -> [(id: MiniAppID, code: Int)] {
        try session.rows(
            """
            SELECT version_state.mini_app, version_state.code FROM version_state
            JOIN release_health ON release_health.mini_app = version_state.mini_app
                AND release_health.code = version_state.code
            WHERE state = 'rollingOut' AND slot > \(.integer(time - HealthGate.window)) AND slot <= \(.integer(time))
            GROUP BY version_state.mini_app, version_state.code
            HAVING sum(release_health.starts) >= \(.integer(HealthGate.leastStarts))
                AND sum(release_health.not_ready) * 20 >= sum(release_health.starts)
            ORDER BY version_state.mini_app LIMIT \(.integer(limit))
            """
        ).compactMap { row in
            guard let id = MiniAppID(try row.text(0)) else { return nil }
            return (id, try row.int(1))
        }
    }

    /// The starts of a version that were reported lately.
    package func starts(of code: Int, of id: MiniAppID) throws -> HealthGate.Starts {
        let row = try session.row(
            """
            SELECT CAST(coalesce(sum(starts), 0) AS bigint), CAST(coalesce(sum(not_ready), 0) AS bigint) FROM release_health
            WHERE mini_app = \(.text(id.rawValue)) AND code = \(.integer(code))
                AND slot > \(.integer(time - HealthGate.window)) AND slot <= \(.integer(time))
            """)
        return HealthGate.Starts(starts: try row?.int(0) ?? 0, notReady: try row?.int(1) ?? 0)
    }
}

extension Transaction {
    /// Holds a release whose starts fail.
    ///
    /// - Returns: The version as it is now; nil if it need not be held.
    package func holdIfUnhealthy(_ code: Int, of id: MiniAppID) throws -> VersionRecord? {
        guard let version = try view.version(code, of: id), version.state == .rollingOut else { return nil }
        let live = try view.code(of: id, in: .live)
        let others = try live.map { try view.starts(of: $0.code, of: id) }
        let fault = HealthGate.fault(
            of: try view.starts(of: code, of: id), beside: others ?? HealthGate.Starts(starts: 0, notReady: 0))
        guard let fault else { return nil }
        return try move(version, to: .held, as: .holdRelease, by: .system, comment: fault)
    }

    /// Forgets the failed starts of a version: the person who resumes it has seen them.
    func forgetStarts(of code: Int, of id: MiniAppID) throws {
        try session.perform(
            "DELETE FROM release_health WHERE mini_app = \(.text(id.rawValue)) AND code = \(.integer(code))")
    }
}
