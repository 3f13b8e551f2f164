import SQLStatements

extension Transaction {
    /// Marks ended featured periods as completed.
    package func keepUpFeatured() throws {
        let ended = try session.rows(
            """
            SELECT DISTINCT super_app FROM featured WHERE ends <= \(.number(now.timeIntervalSince1970))
            ORDER BY super_app
            """)
        for row in ended {
            try FeaturedList(session: session, superApp: try row.text(0), now: now).completeEnded()
        }
    }
}
