import CAtollPostgres
import Foundation
import SQLStatements

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A session of PostgreSQL, as the closures of ``PostgresPool`` see it: statements, one after another.
///
/// It is used on one thread only, and not after the closure has returned.
package final class PostgresSession {
    private let connection: OpaquePointer
    private let timeout: Duration
    /// The names of statements that the server has prepared.
    private var prepared: [String: String] = [:]
    private var preparedInOrder: [String] = []
    private var lastName = 0
    /// The reason that the connection can no longer be used, or nil.
    private(set) var fault: PostgresError?

    /// How many statements stay prepared.
    private static let maximumPrepared = 256

    /// Connects, which takes at most the configuration's time for each host.
    init(_ configuration: PostgresConfiguration) throws(PostgresError) {
        let parameters = configuration.parameters
        var keys: [UnsafePointer<CChar>?] = parameters.map { UnsafePointer(strdup($0.key)) } + [nil]
        var values: [UnsafePointer<CChar>?] = parameters.map { UnsafePointer(strdup($0.value)) } + [nil]
        defer { for text in keys + values { free(UnsafeMutablePointer(mutating: text)) } }
        guard let connection = PQconnectdbParams(&keys, &values, 1) else {
            throw .unreachable("there is no memory left")
        }
        self.connection = connection
        timeout = configuration.statementTimeout + .seconds(2)
        guard PQstatus(connection) == CONNECTION_OK else {
            let reason = String(cString: PQerrorMessage(connection))
            PQfinish(connection)
            throw .unreachable(Self.line(reason))
        }
        do throws(PostgresError) {
            // Otherwise libpq itself waits, without a time limit, until the server accepts what is sent.
            guard PQsetnonblocking(connection, 1) == 0 else { throw lost() }
            // Notices of the server, such as "a table exists already", must not go to standard error.
            PQsetNoticeReceiver(connection, { _, _ in }, nil)
            let settings = configuration.settings.map { setting -> SQLFragment in
                "set_config(\(.text(setting.name)), \(.text(setting.value)), false)"
            }
            _ = try query("SELECT " + settings.joined(separator: ", "))
        } catch {
            PQfinish(connection)
            throw error
        }
    }

    /// Closes the connection. The session must not be used afterwards.
    func close() {
        if fault != .closed { PQfinish(connection) }
        fault = .closed
    }

    /// Whether the server still has a transaction open.
    var isInTransaction: Bool { PQtransactionStatus(connection) != PQTRANS_IDLE }

    /// Executes a statement, and returns its rows.
    ///
    /// Each text is prepared once for a session, so there should be only a few different ones.
    ///
    /// - Throws: ``PostgresError``.
    @discardableResult
    package func query(_ statement: SQLFragment) throws(PostgresError) -> PostgresResult {
        // There is no overload for a `String`, because its interpolation would turn parameters into text.
        let (sql, parameters) = statement.statement { "$\($0)" }
        if let fault { throw fault }
        var values: [[UInt8]?] = []
        for parameter in parameters { values.append(try parameter.binary) }
        // Without the types, the same text with null for a value would be prepared with another type.
        let key = sql + "\u{1}" + parameters.map { "\($0.type)" }.joined(separator: ",")
        let name: String
        if let known = prepared[key] { name = known } else { name = try prepare(sql, parameters.map(\.type), as: key) }
        let lengths = values.map { Int32($0?.count ?? 0) }
        let formats = values.map { _ in Int32(1) }
        let sent = Self.withPointers(to: values) { pointers in
            PQsendQueryPrepared(connection, name, Int32(values.count), pointers, lengths, formats, 1)
        }
        guard sent == 1 else { throw lost() }
        return try result()
    }

    /// Executes statements that have no parameters and return no rows, separated by semicolons.
    package func execute(_ script: String) throws(PostgresError) {
        if let fault { throw fault }
        guard PQsendQuery(connection, script) == 1 else { throw lost() }
        _ = try result()
    }

    private func prepare(_ sql: String, _ types: [UInt32], as key: String) throws(PostgresError) -> String {
        if preparedInOrder.count >= Self.maximumPrepared,
            let name = prepared.removeValue(forKey: preparedInOrder.removeFirst())
        {
            try execute("DEALLOCATE \(name)")
        }
        lastName += 1
        let name = "s\(lastName)"
        guard PQsendPrepare(connection, name, sql, Int32(types.count), types) == 1 else { throw lost() }
        _ = try result()
        prepared[key] = name
        preparedInOrder.append(key)
        return name
    }

    /// Waits for the result of what was sent: the last one, if there are several.
    ///
    /// libpq's own wait has no time limit, so a server that stopped would block this thread forever.
    private func result() throws(PostgresError) -> PostgresResult {
        let end = ContinuousClock.now.advanced(by: timeout)
        var last: PostgresResult?
        var refusal: PostgresError?
        while true {
            try wait(until: end)
            guard let pointer = PQgetResult(connection) else { break }
            let result = PostgresResult(pointer)
            switch PQresultStatus(pointer) {
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: last = result
            default: refusal = refusal ?? self.refusal(pointer)
            }
        }
        if let refusal {
            if PQstatus(connection) != CONNECTION_OK || refusal.state?.endsSession == true || refusal.state == .readOnly
            {
                fault = .lost(Self.line(refusal.description))
            }
            throw refusal
        }
        guard let last else { throw lost() }
        return last
    }

    private func wait(until end: ContinuousClock.Instant) throws(PostgresError) {
        while true {
            let flushed = PQflush(connection)
            guard flushed >= 0 else { throw lost() }
            if flushed == 0, PQisBusy(connection) == 0 { return }
            let left = ContinuousClock.now.duration(to: end)
            guard left > .zero else {
                fault = .timedOut(timeout)
                throw .timedOut(timeout)
            }
            let events = Int16(POLLIN) | (flushed == 1 ? Int16(POLLOUT) : 0)
            var descriptor = pollfd(fd: PQsocket(connection), events: events, revents: 0)
            guard descriptor.fd >= 0 else { throw lost() }
            let milliseconds = left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000
            // cannot trap: at most the timeout of a statement.
            _ = poll(&descriptor, 1, Int32(clamping: milliseconds + 1))
            if descriptor.revents != 0, PQconsumeInput(connection) == 0 { throw lost() }
        }
    }

    private func refusal(_ result: OpaquePointer) -> PostgresError {
        guard let state = atoll_pg_state(result) else { return lost() }
        return .refused(
            SQLState(rawValue: String(cString: state)),
            message: atoll_pg_message(result).map { String(cString: $0) } ?? "",
            constraint: atoll_pg_constraint(result).map { String(cString: $0) })
    }

    private func lost() -> PostgresError {
        let error = PostgresError.lost(Self.line(String(cString: PQerrorMessage(connection))))
        if fault == nil { fault = error }
        return error
    }

    /// The first line of libpq's description.
    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "the server closed the connection"
    }

    private static func withPointers<Result>(
        to values: [[UInt8]?], _ body: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        let buffers = values.map { value in
            value.map { bytes in
                let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: max(1, bytes.count))
                for (index, byte) in bytes.enumerated() { buffer[index] = CChar(bitPattern: byte) }
                return buffer
            }
        }
        defer { for buffer in buffers { buffer?.deallocate() } }
        return body(buffers.map { $0.map { UnsafePointer($0) } })
    }
}
