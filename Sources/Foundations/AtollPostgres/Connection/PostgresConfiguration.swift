import CAtollPostgres

/// The address of a database, and how long to wait for it.
package struct PostgresConfiguration: Sendable {
    /// A connection string of libpq, which may include a password: it is never logged.
    ///
    /// Either `postgres://user:password@host:port,host:port/database?sslmode=verify-full`, whose parts are
    /// percent-encoded, or `host=… dbname=…`. What is missing comes from the environment (`PGPASSWORD`, `PGPASSFILE`).
    let address: String

    /// How long connecting to one host may take; at least two seconds, which is libpq's minimum.
    package var connectTimeout: Duration = .seconds(3)

    /// How long a statement may take.
    package var statementTimeout: Duration = .seconds(10)

    /// How long a statement may wait for a lock.
    package var lockTimeout: Duration = .seconds(5)

    /// How long a transaction may wait for its next statement. After that, the server ends it, which frees its locks.
    package var idleTimeout: Duration = .seconds(15)

    /// The maximum number of connections.
    package var connections = 8

    /// How long to wait for one of them.
    package var acquireTimeout: Duration = .seconds(5)

    /// How long to retry after a connection was lost: long enough for a failover.
    package var retryTime: Duration = .seconds(5)

    /// - Throws: ``PostgresError/badAddress``, whose text does not repeat the address.
    package init(_ address: String) throws(PostgresError) {
        guard !address.utf8.contains(0), let values = Self.values(of: address) else { throw .badAddress }
        // A password contains an "@" or a slash that is not encoded. A part of it would be mistaken for the host or the
        // database, and appear in errors.
        for name in ["host", "hostaddr", "dbname"] where values[name]?.contains("@") == true { throw .badAddress }
        // libpq looks at them only when it connects.
        for port in (values["port"] ?? "").split(separator: ",") {
            guard let number = Int(port), (1...65_535).contains(number) else { throw .badAddress }
        }
        self.address = address
    }

    /// The parameters that an address sets, or nil if it is not one.
    static func values(of address: String) -> [String: String]? {
        var message: UnsafeMutablePointer<CChar>?
        let options = PQconninfoParse(address, &message)
        // The message may quote the address, and with it a password.
        message.map { PQfreemem($0) }
        guard let options else { return nil }
        defer { PQconninfoFree(options) }
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return values
    }

    /// The parameters of a connection: defaults that the address may replace, the address, and fixed values.
    var parameters: [(key: String, value: String)] {
        [
            ("application_name", "atoll"), ("target_session_attrs", "read-write"),
            ("connect_timeout", "\(max(2, connectTimeout.components.seconds))"),
            // They detect a server that vanished without closing the connection.
            ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "15000"),
            ("dbname", address),
            ("client_encoding", "UTF8"), ("fallback_application_name", "atoll"),
        ]
    }

    /// The settings of a session.
    ///
    /// Plans are made for the actual values: a generic plan for any word would suit neither rare nor frequent ones.
    var settings: [(name: String, value: String)] {
        [
            ("statement_timeout", Self.milliseconds(statementTimeout)),
            ("lock_timeout", Self.milliseconds(lockTimeout)),
            ("idle_in_transaction_session_timeout", Self.milliseconds(idleTimeout)),
            ("plan_cache_mode", "force_custom_plan"), ("jit", "off"), ("TimeZone", "UTC"),
            ("default_transaction_isolation", "read committed"), ("standard_conforming_strings", "on"),
        ]
    }

    private static func milliseconds(_ time: Duration) -> String {
        "\(time.components.seconds * 1_000 + time.components.attoseconds / 1_000_000_000_000_000)ms"
    }
}

extension PostgresConfiguration: CustomStringConvertible {
    /// The hosts and the database, without user and password.
    package var description: String {
        let values = Self.values(of: address) ?? [:]
        let host = values["host"] ?? values["hostaddr"] ?? "the local host"
        let port = values["port"].map { ":\($0)" } ?? ""
        return "PostgreSQL at \(host)\(port)" + (values["dbname"].map { ", database \($0)" } ?? "")
    }
}
