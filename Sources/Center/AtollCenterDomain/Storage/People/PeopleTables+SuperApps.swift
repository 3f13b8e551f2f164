import SQLStatements

extension PeopleTables {
    /// The statements that make the tables of super apps, of their versions and of who may publish in them.
    package static func superApps(_ dialect: SQLDialect) -> String {
        let (text, integer, _) = types(dialect)
        let statements = [
            "-- A super app that no organization owns has no row: anybody may publish in it.",
            table(
                "owned_super_app",
                """
                id \(text) PRIMARY KEY,
                organization \(text) NOT NULL REFERENCES organization (id),
                name \(text) NOT NULL,
                is_disabled \(integer) NOT NULL DEFAULT 0 CHECK (is_disabled IN (0, 1)),
                approvals \(integer) NOT NULL DEFAULT 1 CHECK (approvals BETWEEN 0 AND 2),
                publisher_releases \(integer) NOT NULL DEFAULT 1 CHECK (publisher_releases IN (0, 1)),
                self_review \(integer) NOT NULL DEFAULT 0 CHECK (self_review IN (0, 1)),
                needs_browser_checks \(integer) NOT NULL DEFAULT 0 CHECK (needs_browser_checks IN (0, 1)),
                -- Who signs its users' tokens, if that is not whoever signs those of the others.
                issuer \(text) UNIQUE,
                key_set \(text),
                created \(integer) NOT NULL,
                revision \(integer) NOT NULL DEFAULT 1,
                CHECK ((issuer IS NULL) = (key_set IS NULL))
                """, dialect),
            "CREATE INDEX owned_super_app_by_organization ON owned_super_app (organization, id);",
            table(
                "host_version",
                """
                super_app \(text) NOT NULL REFERENCES owned_super_app (id),
                platform \(text) NOT NULL,
                version \(text) NOT NULL,
                api_level \(integer) NOT NULL CHECK (api_level > 0),
                is_enabled \(integer) NOT NULL DEFAULT 1 CHECK (is_enabled IN (0, 1)),
                created \(integer) NOT NULL,
                PRIMARY KEY (super_app, platform, version)
                """, dialect),
            table(
                "publishing_grant",
                """
                super_app \(text) NOT NULL REFERENCES owned_super_app (id),
                organization \(text) NOT NULL REFERENCES organization (id),
                state \(text) NOT NULL CHECK (state IN ('asked', 'given')),
                comment \(text) NOT NULL,
                changed \(integer) NOT NULL,
                PRIMARY KEY (super_app, organization)
                """, dialect),
            "CREATE INDEX publishing_grant_by_organization ON publishing_grant (organization, super_app);",
        ]
        return statements.joined(separator: "\n")
    }
}
