import AtollCenter
import AtollCenterDomain
import AtollPackages
import AtollPostgres
import Foundation
import NIOConcurrencyHelpers
import SQLStatements

/// Follows the catalog's clock, so that the caches of this process are as new as the database.
///
/// The clock is read several times a second: a change that another Center acknowledged is known here within a quarter
/// of a second. A process that could not read it for a second says so (``isCurrent``), and its caches are not used.
final class CatalogFollower: Sendable {
    private struct State {
        var time: Int64 = 0
        /// When the clock was read last, by this machine's steady clock.
        var read = ContinuousClock.now
        var audiences: [Int64: Audience] = [:]
        var attributes: [String: [AttributeDefinition]] = [:]
        /// Called with each change that can affect searches, by any process; with this process's own changes before
        /// they are acknowledged.
        var changed: @Sendable (SearchChange) -> Void = { _ in }
        /// The audiences of recent visitors.
        var visitors: [Visitor: [Int64]] = [:]
    }

    private let pool: PostgresPool
    private let state: NIOLockedValueBox<State>
    private let turns = FollowerTurns()

    /// How often the clock is read.
    static let interval = Duration.milliseconds(200)
    /// How old the last reading may be for caches to be used.
    static let patience = Duration.seconds(1)
    /// The largest number of changes that are read in one call; with more, everything counts as changed.
    private static let maximumChanges = 1_000

    init(_ pool: PostgresPool) async throws {
        self.pool = pool
        let state = try await pool.snapshot { session in
            var state = State()
            state.time = try Self.time(session)
            (state.audiences, state.attributes) = try Self.known(session)
            return state
        }
        self.state = NIOLockedValueBox(state)
    }

    /// Tells of each change from now on.
    func tell(_ changed: @escaping @Sendable (SearchChange) -> Void) {
        state.withLockedValue { $0.changed = changed }
    }

    /// How long ago the clock was read.
    var age: Duration { state.withLockedValue { $0.read.duration(to: .now) } }

    /// Whether the clock was read within the last second.
    var isCurrent: Bool {
        state.withLockedValue { $0.read.duration(to: .now) < Self.patience }
    }

    /// The time of the clock up to which changes were applied here.
    var time: Int64 { state.withLockedValue { $0.time } }

    /// Follows the clock until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            // While the database can't be reached, ``isCurrent`` says so.
            try? await catchUp(to: nil)
            try? await Task.sleep(for: Self.interval)
        }
    }

    /// Applies the changes up to a time at least, or up to now.
    func catchUp(to time: Int64?) async throws {
        if let time, state.withLockedValue({ $0.time >= time }) { return }
        try await turns.next { [self] in
            // Always reads: callers who wait for a later time than this one may have joined.
            let before = state.withLockedValue { $0.time }
            let start = ContinuousClock.now
            let news = try await pool.read { try Self.news(since: before, $0) }
            if let news {
                let changed = state.withLockedValue { state in
                    state.audiences = news.audiences
                    state.attributes = news.attributes
                    state.visitors = [:]
                    return state.changed
                }
                for change in news.changes { changed(change) }
            }
            // Only now: a reader of the new time finds nothing old in a cache.
            state.withLockedValue { state in
                state.read = start
                if let news { state.time = news.time }
            }
        }
    }

    private struct News: Sendable {
        let time: Int64
        let changes: [SearchChange]
        let audiences: [Int64: Audience]
        let attributes: [String: [AttributeDefinition]]
    }

    /// Returns the changes since a time of the clock, or `nil` without any.
    private static func news(since before: Int64, _ session: PostgresSession) throws -> News? {
        let now = try time(session)
        guard now != before else { return nil }
        let rows = try session.query(
            """
            SELECT time, change FROM catalog_change WHERE time > \(.integer(before)) AND time <= \(.integer(now))
            ORDER BY time LIMIT \(.integer(Self.maximumChanges))
            """
        ).rows
        let (audiences, attributes) = try known(session)
        var changes: [SearchChange] = []
        // A gap: this process was away for longer than changes are stored, or the database is an older copy of itself.
        if now < before || Int64(rows.count) != now - before {
            changes = [.everything]
        } else {
            // A newer release may write what this one can't read.
            for row in rows { changes.append((try? SearchChange(stored: row.optionalText(1))) ?? .everything) }
        }
        return News(time: now, changes: changes, audiences: audiences, attributes: attributes)
    }

    private static func time(_ session: PostgresSession) throws -> Int64 {
        guard let row = try session.query("SELECT value FROM catalog_clock").first else { throw PostgresError.noRow }
        return try row.integer(0)
    }

    private static func known(
        _ session: PostgresSession
    ) throws -> (audiences: [Int64: Audience], attributes: [String: [AttributeDefinition]]) {
        var audiences: [Int64: Audience] = [:]
        for row in try session.query("SELECT id, rule FROM audience").rows {
            // An audience that can't be read matches no user here: a newer release may have written it.
            audiences[try row.integer(0)] = try? Audience(rule: row.text(1))
        }
        var attributes: [String: [AttributeDefinition]] = [:]
        for row in try session.query("SELECT id, attributes FROM super_app").rows {
            attributes[try row.text(0)] = try? JSONDecoder.center.decode(
                [AttributeDefinition].self, from: Data(row.text(1).utf8))
        }
        return (audiences, attributes)
    }

    /// Locks the clock until the transaction ends, and moves it on.
    static func tick(_ session: PostgresSession) throws -> Int64 {
        let found = try session.query("UPDATE catalog_clock SET value = value + 1 RETURNING value")
        guard let row = found.first else { throw PostgresError.noRow }
        return try row.integer(0)
    }

    /// Records what changed at a time of the clock, and forgets what all processes have read long ago.
    ///
    /// - Parameter mark: A text that no other change has, by which ``isRecorded(_:)`` finds this one.
    static func note(_ change: SearchChange, at time: Int64, mark: String, _ session: PostgresSession) throws {
        let text = SQLValue.text(try change.stored)
        try session.query(
            """
            INSERT INTO catalog_change (time, change, mark) VALUES (\(.integer(time)), \(text), \(.text(mark)))
            """)
        if time % 100 == 0 {
            try session.query("DELETE FROM catalog_change WHERE made < now() - interval '1 hour'")
        }
    }

    /// Whether the change with this mark was committed; waits until its transaction has ended.
    func isRecorded(_ mark: String) async throws -> Bool {
        try await pool.write { session in
            // The transaction in question holds this lock until it ends.
            try session.query("SELECT value FROM catalog_clock FOR UPDATE")
            let found = try session.query("SELECT 1 FROM catalog_change WHERE mark = \(.text(mark))")
            return found.count > 0
        }
    }

    /// Applies the changes up to one that this process has just made. It is committed in any case: if the
    /// clock can't be read, ``isCurrent`` soon says so.
    func acknowledge(_ time: Int64) async {
        do {
            try await catchUp(to: time)
        } catch {
            state.withLockedValue { $0.read = .now - Self.patience }
        }
    }

    /// Applies the changes up to now: one of them may be of this process.
    func acknowledgeAnything() async {
        do {
            try await catchUp(to: nil)
        } catch {
            state.withLockedValue { $0.read = .now - Self.patience }
        }
    }

    func audiences(of visitor: Visitor) async throws -> [Int64] {
        if !isCurrent { try await catchUp(to: nil) }
        return state.withLockedValue { state in
            if let audiences = state.visitors[visitor] { return audiences }
            if state.visitors.count >= 10_000 { state.visitors = [:] }
            let audiences = state.audiences.filter { $0.value.includes(visitor) }.map(\.key).sorted()
            state.visitors[visitor] = audiences
            return audiences
        }
    }

    func attributes(of superApp: String) async throws -> [AttributeDefinition] {
        if !isCurrent { try await catchUp(to: nil) }
        return state.withLockedValue { $0.attributes[superApp] ?? [] }
    }
}
