import AtollCenter
import AtollPackages
import Foundation
import NIOConcurrencyHelpers
import Postgres

/// Follows the catalog's clock, so that what this process keeps in memory is as new as the database.
///
/// The clock is read several times a second: a change that another Center acknowledged is known here within a quarter of
/// a second. A process that could not read it for a second says so (``isCurrent``), and its caches are not used.
final class CatalogFollower: Sendable {
    private struct State {
        var time: Int64 = 0
        /// When the clock was read last, by this machine's steady clock.
        var read = ContinuousClock.now
        var audiences: [Int64: Audience] = [:]
        var attributes: [String: [AttributeDefinition]] = [:]
        /// Called with each change that can affect searches, whoever made it; with this process's own before they are
        /// acknowledged.
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
    /// How many changes are read at once; if there were more, everything counts as changed.
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
            // Another caller may have been here in the meantime.
            if let time, state.withLockedValue({ $0.time >= time }) { return }
            let before = state.withLockedValue { $0.time }
            let start = ContinuousClock.now
            let news = try await pool.read { try Self.news(since: before, $0) }
            state.withLockedValue { state in
                state.read = start
                guard let news else { return }
                state.time = news.time
                state.audiences = news.audiences
                state.attributes = news.attributes
                state.visitors = [:]
            }
            let changed = state.withLockedValue { $0.changed }
            for change in news?.changes ?? [] { changed(change) }
        }
    }

    private struct News: Sendable {
        let time: Int64
        let changes: [SearchChange]
        let audiences: [Int64: Audience]
        let attributes: [String: [AttributeDefinition]]
    }

    /// What changed since a time of the clock, or nil if nothing did.
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
        // A gap: this process was away for longer than changes are kept, or the database is an older copy of itself.
        if now < before || Int64(rows.count) != now - before {
            changes = [.everything]
        } else {
            for row in rows { changes.append(try SearchChange(stored: row.optionalText(1))) }
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
            audiences[try row.integer(0)] = try Audience(rule: row.text(1))
        }
        var attributes: [String: [AttributeDefinition]] = [:]
        for row in try session.query("SELECT id, attributes FROM super_app").rows {
            attributes[try row.text(0)] = try JSONDecoder.center.decode(
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
    static func note(_ change: SearchChange, at time: Int64, _ session: PostgresSession) throws {
        let text = PostgresValue.text(try change.stored)
        try session.query("INSERT INTO catalog_change (time, change) VALUES (\(.integer(time)), \(text))")
        if time % 100 == 0 {
            try session.query("DELETE FROM catalog_change WHERE made < now() - interval '1 hour'")
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
