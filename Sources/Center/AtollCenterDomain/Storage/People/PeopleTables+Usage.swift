import SQLStatements

extension PeopleTables {
    /// The statements for what hosts have counted. Nothing in these tables says who did what.
    package static func usage(_ dialect: SQLDialect) -> String {
        let (text, integer, bytes) = types(dialect)
        // Of the super app itself, the mini app is empty and the code 0.
        let place = """
            super_app \(text) NOT NULL,
            mini_app \(text) NOT NULL,
            code \(integer) NOT NULL,
            platform \(text) NOT NULL,
            -- In UTC, in days since 1970.
            day \(integer) NOT NULL,
            """
        let statements = [
            table(
                "usage_count",
                """
                \(place)
                name \(text) NOT NULL,
                count \(integer) NOT NULL,
                PRIMARY KEY (super_app, mini_app, code, platform, day, name)
                """, dialect),
            "CREATE INDEX usage_count_by_day ON usage_count (day);",
            table(
                "usage_people",
                """
                \(place)
                sketch \(bytes) NOT NULL,
                PRIMARY KEY (super_app, mini_app, code, platform, day)
                """, dialect),
            "CREATE INDEX usage_people_by_day ON usage_people (day);",
            table(
                "usage_message",
                """
                \(place)
                message \(text) NOT NULL,
                count \(integer) NOT NULL,
                PRIMARY KEY (super_app, mini_app, code, platform, day, message)
                """, dialect),
            "CREATE INDEX usage_message_by_day ON usage_message (day);",
            "-- What is older than the days that are kept, by month.",
            table(
                "usage_month",
                """
                super_app \(text) NOT NULL,
                mini_app \(text) NOT NULL,
                -- As 202611.
                month \(integer) NOT NULL,
                name \(text) NOT NULL,
                count \(integer) NOT NULL,
                PRIMARY KEY (super_app, mini_app, month, name)
                """, dialect),
            "-- The reports that have arrived, for as long as they may arrive again.",
            table("usage_report", "id \(text) PRIMARY KEY,\nreceived \(integer) NOT NULL", dialect),
            "CREATE INDEX usage_report_by_age ON usage_report (received);",
            "-- How versions started lately, by when it was reported: for what holds a release by itself.",
            table(
                "release_health",
                """
                mini_app \(text) NOT NULL,
                code \(integer) NOT NULL,
                -- In seconds since 1970, a multiple of ten minutes.
                slot \(integer) NOT NULL,
                starts \(integer) NOT NULL,
                not_ready \(integer) NOT NULL,
                PRIMARY KEY (mini_app, code, slot)
                """, dialect),
            """
            CREATE INDEX release_health_by_slot ON release_health (slot);
            CREATE INDEX mini_app_by_publisher ON mini_app (publisher, id);
            """,
        ]
        return statements.joined(separator: "\n")
    }
}
