import AtollCenterAPI
import AtollPackages
import Foundation
import SQLStatements

/// The periods in which a super app features mini apps: those that are set, in their order, and those that are over.
///
/// Searches read those that are set. One that has ended, or was cancelled, becomes a row of the past, of which the last
/// 200 are stored.
package struct FeaturedList {
    package let session: any SQLSession
    package let superApp: String
    package let now: Date

    package init(session: any SQLSession, superApp: String, now: Date) {
        self.session = session
        self.superApp = superApp
        self.now = now
    }

    /// The largest number of periods that are set, and of past ones that are stored.
    package static let limit = 200

    /// A period and what became of it.
    package struct Period: Hashable {
        package let featured: FeaturedMiniApp
        package let state: FeaturedPeriodView.State
    }

    /// Those that are set, in their order, with their states now.
    package func current() throws -> [Period] {
        try session.rows(
            "SELECT mini_app, starts, ends FROM featured WHERE super_app = \(.text(superApp)) ORDER BY position"
        ).compactMap { row in
            try Self.featured(row).map { Period(featured: $0, state: $0.state(at: now)) }
        }
    }

    /// Those that are over, the last one first.
    package func past() throws -> [Period] {
        try session.rows(
            """
            SELECT mini_app, starts, ends, state FROM featured_past
            WHERE super_app = \(.text(superApp)) ORDER BY number DESC LIMIT \(.integer(Self.limit))
            """
        ).compactMap { row in
            guard let featured = try Self.featured(row), let state = FeaturedPeriodView.State(rawValue: try row.text(3))
            else { return nil }
            return Period(featured: featured, state: state)
        }
    }

    /// Sets the periods. Those that were set and are not among them are over: completed, or cancelled before their end.
    ///
    /// - Returns: Those that are cancelled by it.
    package func set(_ featured: [FeaturedMiniApp]) throws -> [FeaturedMiniApp] {
        let before = try current()
        let kept = Set(featured)
        var cancelled: [FeaturedMiniApp] = []
        for period in before where !kept.contains(period.featured) || period.state == .completed {
            let state: FeaturedPeriodView.State = period.state == .completed ? .completed : .cancelled
            try addPast(period.featured, state)
            if state == .cancelled { cancelled.append(period.featured) }
        }
        try session.perform("DELETE FROM featured WHERE super_app = \(.text(superApp))")
        for (position, period) in featured.filter({ $0.to > now }).enumerated() {
            try session.perform(
                """
                INSERT INTO featured (super_app, position, mini_app, starts, ends)
                VALUES (\(.text(superApp)), \(.integer(position)), \(.text(period.miniApp.rawValue)),
                    \(.number(period.from.timeIntervalSince1970)), \(.number(period.to.timeIntervalSince1970)))
                """)
        }
        return cancelled
    }

    /// Marks the periods that have ended as completed; the others stay at their positions.
    func completeEnded() throws {
        for period in try current() where period.state == .completed { try addPast(period.featured, .completed) }
        try session.perform(
            """
            DELETE FROM featured
            WHERE super_app = \(.text(superApp)) AND ends <= \(.number(now.timeIntervalSince1970))
            """)
    }

    private func addPast(_ period: FeaturedMiniApp, _ state: FeaturedPeriodView.State) throws {
        let last = try session.row(
            "SELECT max(number) FROM featured_past WHERE super_app = \(.text(superApp))")?.optionalInt(0)
        let number = (last ?? 0) + 1
        try session.perform(
            """
            INSERT INTO featured_past (super_app, number, mini_app, starts, ends, state)
            VALUES (\(.text(superApp)), \(.integer(number)), \(.text(period.miniApp.rawValue)),
                \(.number(period.from.timeIntervalSince1970)), \(.number(period.to.timeIntervalSince1970)),
                \(.text(state.rawValue)))
            """)
        try session.perform(
            """
            DELETE FROM featured_past
            WHERE super_app = \(.text(superApp)) AND number <= \(.integer(number - Self.limit))
            """)
    }

    private static func featured(_ row: SQLRow) throws -> FeaturedMiniApp? {
        guard let id = MiniAppID(try row.text(0)) else { return nil }
        return FeaturedMiniApp(
            miniApp: id, from: Date(timeIntervalSince1970: try row.number(1)),
            to: Date(timeIntervalSince1970: try row.number(2)))
    }
}
