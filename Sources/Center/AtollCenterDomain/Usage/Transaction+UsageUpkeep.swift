import SQLStatements

extension Transaction {
    /// The number of days that are stored separately; older ones are added up by month.
    package static let usageDays = 400
    /// The number of days for which texts of errors, and searches that few people have made, are stored.
    static let textDays = 30
    /// Numbers below this could identify a user.
    package static let fewest = 5

    /// Adds up by month the days before ``usageDays``, and removes what has expired.
    package func keepUpUsage() throws {
        let today = time / 86_400
        try session.perform(
            "DELETE FROM release_health WHERE slot <= \(.integer(time - 2 * HealthGate.window))")
        try session.perform("DELETE FROM usage_message WHERE day < \(.integer(today - Self.textDays))")
        try session.perform(
            """
            DELETE FROM usage_count WHERE day < \(.integer(today - Self.textDays)) AND name LIKE 'search:%'
                AND count < \(.integer(Self.fewest))
            """)
        let oldest = today - Self.usageDays
        let days = try session.rows(
            "SELECT DISTINCT day FROM usage_count WHERE day < \(.integer(oldest)) ORDER BY day LIMIT 10")
        for row in days {
            let day = try row.int(0)
            let month = UsageDay.month(day)
            try session.perform(
                """
                INSERT INTO usage_month (super_app, mini_app, month, name, count)
                SELECT super_app, mini_app, \(.integer(month)), name, sum(count) FROM usage_count
                WHERE day = \(.integer(day)) GROUP BY super_app, mini_app, name
                ON CONFLICT (super_app, mini_app, month, name) DO UPDATE
                    SET count = usage_month.count + excluded.count
                """)
            try session.perform("DELETE FROM usage_count WHERE day = \(.integer(day))")
        }
        try session.perform("DELETE FROM usage_people WHERE day < \(.integer(oldest))")
    }
}
