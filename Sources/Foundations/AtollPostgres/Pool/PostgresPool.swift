import Foundation

/// Connections to a database that callers share.
///
/// ```swift
/// let pool = PostgresPool(try PostgresConfiguration("postgres://atoll@db1,db2/center"))
/// let names = try await pool.read { session in
///     try session.query("SELECT name FROM mini_app WHERE publisher = \(.text(publisher))").rows.map { try $0.text(0) }
/// }
/// ```
///
/// A lost connection is replaced, and work that changed nothing is retried for as long as a failover takes
/// (``PostgresConfiguration/retryTime``). So the closures must have no effects except on the database.
package actor PostgresPool {
    private let configuration: PostgresConfiguration
    private var idle: [PostgresConnection] = []
    private var opened = 0
    private var isClosed = false
    private var lastWaiter: UInt64 = 0
    private var waiting: [(id: UInt64, continuation: CheckedContinuation<PostgresConnection?, any Error>)] = []

    package init(_ configuration: PostgresConfiguration) {
        self.configuration = configuration
    }

    /// The hosts and the database, without user and password.
    package nonisolated var description: String { configuration.description }

    /// The number of open connections, of those in use, and of callers that wait for one.
    package var usage: PostgresPoolUsage {
        PostgresPoolUsage(open: opened, inUse: opened - idle.count, waiting: waiting.count)
    }

    /// Closes the connections. Those in use are closed when they are returned.
    package func close() {
        isClosed = true
        for connection in idle { connection.close() }
        opened -= idle.count
        idle = []
        for waiter in waiting { waiter.continuation.resume(throwing: PostgresError.closed) }
        waiting = []
    }

    /// Runs read-only statements. Each sees what is committed when it begins.
    ///
    /// - Throws: ``PostgresError``, `CancellationError`, or an error of `work`.
    @discardableResult
    package nonisolated func read<Result: Sendable>(
        _ work: @escaping @Sendable (PostgresSession) throws -> Result
    ) async throws -> Result {
        try await repeating { connection in try await connection.run(work) }
    }

    /// Runs read-only statements. All see what was committed when the first one began.
    ///
    /// - Throws: The errors of ``read(_:)``.
    @discardableResult
    package nonisolated func snapshot<Result: Sendable>(
        _ work: @escaping @Sendable (PostgresSession) throws -> Result
    ) async throws -> Result {
        try await repeating { connection in
            try await connection.run { session in
                try session.transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") { try work(session) }
            }
        }
    }

    /// Runs statements in one transaction, which is committed unless `work` throws.
    ///
    /// - Throws: The errors of ``read(_:)``. Nothing was changed, unless the error is ``PostgresError/outcomeUnknown``.
    @discardableResult
    package nonisolated func write<Result: Sendable>(
        _ work: @escaping @Sendable (PostgresSession) throws -> Result
    ) async throws -> Result {
        try await repeating { connection in
            try await connection.run { session in try session.transaction("BEGIN") { try work(session) } }
        }
    }

    /// Runs statements in one transaction that may wait for other things between them, for at most
    /// ``PostgresConfiguration/idleTimeout`` at a time. It is not repeated.
    ///
    /// - Throws: The errors of ``write(_:)``.
    @discardableResult
    package nonisolated func transaction<Result: Sendable>(
        _ work: (PostgresTransaction) async throws -> Result
    ) async throws -> Result {
        let connection = try await acquire()
        do {
            try await connection.run { try $0.execute("BEGIN") }
            let result = try await work(PostgresTransaction(connection))
            try await connection.run { try $0.commit() }
            await giveBack(connection)
            return result
        } catch {
            _ = try? await connection.run { $0.rollBack() }
            await giveBack(connection)
            throw error
        }
    }

    private nonisolated func repeating<Result: Sendable>(
        _ work: (PostgresConnection) async throws -> Result
    ) async throws -> Result {
        let end = ContinuousClock.now.advanced(by: configuration.retryTime)
        var pause = Duration.milliseconds(10)
        while true {
            do {
                let connection = try await acquire()
                do {
                    let result = try await work(connection)
                    await giveBack(connection)
                    return result
                } catch {
                    await giveBack(connection)
                    throw error
                }
            } catch let error as PostgresError where error.isWorthRepeating && ContinuousClock.now < end {
                try await Task.sleep(for: pause * Double.random(in: 0.5...1))
                pause = min(pause * 2, .milliseconds(250))
            }
        }
    }

    private func acquire() async throws -> PostgresConnection {
        let end = ContinuousClock.now.advanced(by: configuration.acquireTimeout)
        while true {
            if Task.isCancelled {
                // If a place had become free for this caller, the next one gets it.
                wakeNext()
                throw CancellationError()
            }
            if isClosed { throw PostgresError.closed }
            if let connection = idle.popLast() { return connection }
            if opened < configuration.connections { return try await open() }
            // Nil when a place for another connection has become free.
            if let connection = try await wait(until: end) { return connection }
        }
    }

    private func open() async throws -> PostgresConnection {
        opened += 1
        do {
            return try await PostgresConnection.open(configuration)
        } catch {
            placeIsFree()
            throw error
        }
    }

    private func wait(until end: ContinuousClock.Instant) async throws -> PostgresConnection? {
        lastWaiter += 1
        let id = lastWaiter
        let timeout = configuration.acquireTimeout
        let timer = Task {
            try await Task.sleep(until: end, clock: .continuous)
            self.giveUp(id, PostgresError.exhausted(timeout))
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
                waiting.append((id, continuation))
            }
        } onCancel: {
            Task { await self.giveUp(id, CancellationError()) }
        }
    }

    private func giveUp(_ id: UInt64, _ error: any Error) {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
        waiting.remove(at: index).continuation.resume(throwing: error)
    }

    private func giveBack(_ connection: PostgresConnection) async {
        guard await connection.isUsable(), !isClosed else {
            connection.close()
            return placeIsFree()
        }
        guard !waiting.isEmpty else { return idle.append(connection) }
        waiting.removeFirst().continuation.resume(returning: connection)
    }

    private func placeIsFree() {
        opened -= 1
        wakeNext()
    }

    /// Lets the next caller check whether there is a connection or a place for one.
    private func wakeNext() {
        guard !waiting.isEmpty, !idle.isEmpty || opened < configuration.connections else { return }
        waiting.removeFirst().continuation.resume(returning: nil)
    }
}
