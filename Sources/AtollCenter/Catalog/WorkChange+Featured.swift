import SQLStatements

extension WorkChange {
    /// Has the featured periods that have ended count as completed.
    func keepUpFeatured() throws {
        let ended = try session.rows(
            """
            SELECT DISTINCT super_app FROM featured WHERE ends <= \(.number(now.timeIntervalSince1970))
            ORDER BY super_app
            """)
        for row in ended {
            let list = FeaturedList(session: session, superApp: try row.text(0), now: now)
            _ = try list.set(list.current().map(\.featured))
        }
    }
}
