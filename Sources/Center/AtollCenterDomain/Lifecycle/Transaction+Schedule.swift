import AtollPackages
import SQLStatements

extension Snapshot {
    /// The versions for which the Center has something to do by itself now, the earliest first.
    package func versionsDue(limit: Int) throws -> [(id: MiniAppID, code: Int)] {
        try session.rows(
            """
            SELECT mini_app, code FROM version_state
            WHERE (((state = 'scheduled' AND starts <= \(.integer(time)) AND NOT EXISTS (
                        SELECT 1 FROM version_state AS other
                        WHERE other.mini_app = version_state.mini_app AND other.state IN ('rollingOut', 'held')))
                    OR (state = 'rollingOut' AND step_time <= \(.integer(time))))
                    AND NOT EXISTS (SELECT 1 FROM mini_app WHERE id = version_state.mini_app AND quarantine IS NOT NULL))
                OR (state = 'inReview' AND changed <= \(.integer(time - Transaction.reviewTime)))
                OR (state = 'draft' AND changed <= \(.integer(time - Transaction.draftTime)))
            ORDER BY coalesce(step_time, starts, changed), mini_app LIMIT \(.integer(limit))
            """
        ).compactMap { row in
            guard let id = MiniAppID(try row.text(0)) else { return nil }
            return (id, try row.int(1))
        }
    }
}

extension Transaction {
    /// The time for which a reviewer may claim a version without an action, in seconds.
    static let reviewTime = 72 * 3_600
    /// The time for which an unused draft is stored, in seconds.
    static let draftTime = 90 * 86_400

    /// Does the pending work on a version, if it is still pending: a second process finds nothing to do.
    ///
    /// - Returns: The version as it is now; nil if nothing was due.
    package func doWhatIsDue(about code: Int, of id: MiniAppID) throws -> VersionRecord? {
        guard let version = try view.version(code, of: id) else { return nil }
        switch version.state {
        case .scheduled:
            guard let start = version.starts, start <= time else { return nil }
            return try release(version)
        case .rollingOut:
            guard let due = version.stepTime, due <= time, version.plan.steps.indices.contains(version.step) else {
                return nil
            }
            // A step that is overdue must not outrun what was counted meanwhile.
            if let held = try holdIfUnhealthy(code, of: id) { return held }
            if let obstacle = try obstacle(to: version) {
                return try move(
                    version, to: .held, as: .holdRelease, by: .system, comment: obstacle.description)
            }
            do {
                // After a while out of service, the next step counts from when this one was due.
                return try advance(version, to: version.plan.steps[version.step].permyriad, by: .system, from: due)
            } catch let error as ActionError {
                // It would be refused again and again.
                return try move(version, to: .held, as: .holdRelease, by: .system, comment: error.description)
            }
        case .inReview where version.changed <= time - Self.reviewTime:
            return try giveBack(version, by: .system, comment: "The review had no activity for 72 hours.")
        case .draft where version.changed <= time - Self.draftTime:
            return try move(
                version, to: .discarded, as: .discardVersion, by: .system,
                comment: "It was not submitted within 90 days.")
        default: return nil
        }
    }

    /// Releases a version whose time has come; if it can't be, it is approved only, with the reason.
    private func release(_ version: VersionRecord) throws -> VersionRecord? {
        // Another release must end first.
        if try view.code(of: version.id, in: .rollingOut, .held) != nil { return nil }
        let live = try view.code(of: version.id, in: .live)
        if let live, live.code >= version.code {
            return try move(
                version, to: .discarded, as: .discardVersion, by: .system, comment: "Version \(live.code) is live.")
        }
        return try releaseIfPossible(version)
    }
}
