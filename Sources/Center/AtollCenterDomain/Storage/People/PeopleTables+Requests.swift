import SQLStatements

extension PeopleTables {
    /// The statements that make the table of requests that may be sent again.
    package static func requests(_ dialect: SQLDialect) -> String {
        let (text, integer, bytes) = types(dialect)
        return table(
            "idempotent_request",
            """
            sender \(text) NOT NULL,
            request_key \(bytes) NOT NULL,
            content \(bytes) NOT NULL,
            -- NULL until it was answered, and for an answer that holds a secret.
            status \(integer),
            body \(bytes) NOT NULL,
            made \(integer) NOT NULL,
            PRIMARY KEY (sender, request_key)
            """, dialect) + "\nCREATE INDEX idempotent_request_by_age ON idempotent_request (made);"
    }
}
