import SQLStatements

extension Snapshot {
    /// The mini apps of an organization, by their ids, after one of them.
    ///
    /// - Complexity: O(`limit`) in the mini apps, with a few index lookups each.
    package func miniApps(of organization: String, after cursor: String, limit: Int) throws -> [MiniAppSummary] {
        func code(_ states: SQLFragment) -> SQLFragment {
            """
            (SELECT max(code) FROM version_state
            WHERE version_state.mini_app = mini_app.id AND state IN (\(states)))
            """
        }
        return try session.rows(
            """
            SELECT mini_app.id, mini_app.super_app, mini_app.quarantine, \(code("'live'")),
                \(code("'rollingOut', 'held'")), \(code("'submitted', 'inReview', 'approved', 'scheduled'"))
            FROM mini_app JOIN organization ON organization.publisher = mini_app.publisher
            WHERE organization.id = \(.text(organization)) AND mini_app.id > \(.text(cursor))
            ORDER BY mini_app.id LIMIT \(.integer(limit))
            """
        ).map { row in
            MiniAppSummary(
                id: try row.text(0), superApp: try row.optionalText(1), quarantine: try row.optionalText(2),
                live: try row.optionalInt(3), partial: try row.optionalInt(4), next: try row.optionalInt(5))
        }
    }
}
