import AtollPackages
import SQLStatements

extension VersionRows {
    /// Makes a mini app due, whose descriptor may differ from what the database has. One without a version is not due:
    /// its first one will be.
    package func makeDue(_ id: MiniAppID) throws {
        let miniApp: SQLFragment = "SELECT id FROM mini_app WHERE id = \(.text(id.rawValue))"
        switch session.dialect {
        case .sqlite: try session.perform("INSERT OR REPLACE INTO due (mini_app) \(miniApp)")
        case .postgres:
            try session.perform(
                "INSERT INTO due (mini_app) \(miniApp) ON CONFLICT (mini_app) DO UPDATE SET mark = nextval('due_mark')")
        }
    }

    /// Returns the pending changes that are announced in one turn.
    package func work() throws -> ReleaseWork {
        let limit = SQLValue.integer(ReleaseWork.maximum)
        let due = try session.rows("SELECT mini_app, mark FROM due ORDER BY mark LIMIT \(limit)")
        let targets = try session.rows("SELECT path, data, mark FROM due_target ORDER BY mark LIMIT \(limit)")
        let (miniApps, unreadable) = try ReleaseWork.reading(due) { row in
            guard let id = MiniAppID(try row.text(0)) else { throw StoredDataError.badMiniApp(try row.text(0)) }
            return id
        } _: { id, row in
            try self.due(id, mark: Int64(try row.int(1)))
        }
        return ReleaseWork(
            miniApps: miniApps,
            targets: try targets.map {
                DueTarget(path: try $0.text(0), data: try $0.data(1), mark: Int64(try $0.int(2)))
            },
            unreadable: unreadable)
    }

    /// Returns the pending announcement of a mini app.
    package func due(_ id: MiniAppID, mark: Int64 = 0) throws -> DueMiniApp {
        let value = SQLValue.text(id.rawValue)
        let released = try versions(
            where: "id = \(value) AND version_state.state IN ('live', 'rollingOut', 'held')")
        let live = released.first { $0.state == .live }
        let withdrawn = try versions(
            where: """
                id = \(value) AND version.code > \(.integer(live?.code ?? 0)) AND version_state.state = 'withdrawn'
                ORDER BY version.code DESC LIMIT 1
                """
        ).first
        let quarantine = try session.row("SELECT quarantine FROM mini_app WHERE id = \(value)")
        return DueMiniApp(
            id: id, mark: mark, live: live, partial: released.first { $0.state != .live }, withdrawn: withdrawn,
            isQuarantined: quarantine.map { !$0.isNull(0) } ?? false)
    }

    /// Records what was announced to devices: searches find it from now on.
    package func finish(_ due: DueMiniApp) throws {
        let id = SQLValue.text(due.id.rawValue)
        for version in [due.live, due.partial, due.withdrawn].compactMap(\.self) {
            try session.perform(
                """
                UPDATE version SET is_finished = true
                WHERE mini_app = \(id) AND code = \(.integer(version.code)) AND NOT is_finished
                """)
        }
        guard let current = due.current else { return }
        let isListed = !current.isWithdrawn && !due.isQuarantined
        // A version of a later epoch may have voided it in the meantime.
        try session.perform(
            """
            UPDATE mini_app SET name = \(.text(current.listing.name)), current_code = \(.integer(current.code)),
                is_listed = \(.integer(isListed ? 1 : 0))
            WHERE id = \(id)
            AND EXISTS (SELECT 1 FROM version WHERE mini_app = \(id) AND code = \(.integer(current.code)))
            """)
    }

    /// Ends what is due about a mini app, unless it has changed again.
    package func end(_ due: DueMiniApp) throws {
        try session.perform(
            "DELETE FROM due WHERE mini_app = \(.text(due.id.rawValue)) AND mark = \(.integer(due.mark))")
    }
}
