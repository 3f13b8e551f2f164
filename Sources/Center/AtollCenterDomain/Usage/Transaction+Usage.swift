import AtollPackages
import Foundation
import SQLStatements

extension Transaction {
    /// How long a report is remembered, so that it counts once if it arrives again, in seconds.
    private static let memory = 35 * 86_400
    /// The largest number of names that are counted of a version, on one platform and day: more are useless, and an
    /// attack.
    private static let maximumNames = 1_000
    /// How many of them users' devices can take up, so that what a host counts for all its users has room.
    private static let maximumNamesOfDevices = 300
    /// How many texts of errors.
    private static let maximumMessages = 200
    /// The highest count that is believed of one user's device, for what is no number of bytes.
    private static let maximumOfOne = 1_000
    /// The largest number of starts of a version in one report of a host.
    private static let maximumHealth = 1_000_000
    /// How many starts of one user's device may help to hold a release.
    private static let maximumHealthOfOne = 3

    /// Adds up what a host has counted.
    ///
    /// - Parameters:
    ///   - superApp: The super app that the host is of.
    ///   - isForAll: Whether it speaks for many users; otherwise it is one user's device, which can't count for many.
    ///   - countsHealth: Whether its starts may help to hold a release.
    /// - Returns: Whether it was new.
    /// - Complexity: O(*n*) in the report's counts.
    package func add(_ report: UsageReport, of superApp: String, isForAll: Bool, countsHealth: Bool = true) throws
        -> Bool
    {
        try session.perform(
            "DELETE FROM usage_report WHERE received < \(.integer(time - Self.memory))")
        let added = try session.perform(
            """
            INSERT INTO usage_report (id, received) VALUES (\(.text(report.id)), \(.integer(time)))
            ON CONFLICT (id) DO NOTHING
            """)
        guard added.changes == 1 else { return false }
        // An earlier version of the program added up each report in one piece.
        if let whole = report.whole,
            try session.exists("SELECT 1 FROM usage_report WHERE id = \(.text(whole))")
        {
            return false
        }
        for row in report.rows {
            let place = UsagePlace(
                superApp: superApp, miniApp: row.miniApp?.rawValue ?? "", code: row.code ?? 0,
                platform: report.platform, day: row.day)
            // Counts of unknown mini apps are never read.
            guard try isKnown(place) else { continue }
            // A server's clock may be a little ahead; a device has no reason to speak of tomorrow.
            guard isForAll || row.day <= time / 86_400 else { continue }
            let limit = isForAll ? UsageReport.Row.maximumCount : Self.maximumOfOne
            try add(
                row.counts.mapValues { min($0, limit) }.merging(
                    row.counts.filter { $0.key == UsageName.updateBytes.text }, uniquingKeysWith: { $1 }),
                to: place, names: isForAll ? Self.maximumNames : Self.maximumNamesOfDevices)
            try add(row.messages ?? [:], asMessagesTo: place, limit: limit)
            if let people = row.people, isForAll || people.reached <= 1 { try add(people, to: place) }
            let today = time / 86_400
            // A device is judged by today; a shell may have sent yesterday's last hour today.
            if row.miniApp != nil, countsHealth, row.day == today || isForAll && row.day == today - 1 {
                let most = isForAll ? Self.maximumHealth : Self.maximumHealthOfOne
                let starts = min(most, row.counts[UsageName.starts.text] ?? 0)
                // A start fails once.
                try addHealth(
                    starts: starts, notReady: min(starts, row.counts[UsageName.notReady.text] ?? 0), to: place)
            }
        }
        return true
    }

    /// Whether there is such a version, and it is for the super app.
    private func isKnown(_ place: UsagePlace) throws -> Bool {
        if place.miniApp.isEmpty { return true }
        return try session.exists(
            """
            SELECT 1 FROM version JOIN mini_app ON mini_app.id = version.mini_app
            WHERE version.mini_app = \(.text(place.miniApp)) AND version.code = \(.integer(place.code))
                AND (mini_app.super_app IS NULL OR mini_app.super_app = \(.text(place.superApp)))
            """)
    }

    private func add(_ counts: [String: Int], to place: UsagePlace, names most: Int) throws {
        let known =
            try session.row(
                "SELECT count(*) FROM usage_count WHERE \(place.condition)")?.int(0) ?? 0
        var room = most - known
        for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
            let change = try session.perform(
                """
                UPDATE usage_count SET count = \(Self.sum(with: count))
                WHERE \(place.condition) AND name = \(.text(name))
                """)
            if change.changes > 0 { continue }
            // A client that fills the limit with labels does not displace counts without one.
            let isPlain = !name.contains(":") || name.hasPrefix("readyTime:")
            guard room > 0 || isPlain else { continue }
            room -= isPlain ? 0 : 1
            try session.perform(
                """
                INSERT INTO usage_count (super_app, mini_app, code, platform, day, name, count)
                VALUES (\(place.values), \(.text(name)), \(.integer(count)))
                """)
        }
    }

    private func add(_ messages: [String: Int], asMessagesTo place: UsagePlace, limit: Int) throws {
        guard !messages.isEmpty else { return }
        let known =
            try session.row(
                "SELECT count(*) FROM usage_message WHERE \(place.condition)")?.int(0) ?? 0
        var room = Self.maximumMessages - known
        for (message, count) in messages.sorted(by: { $0.key < $1.key }) {
            let change = try session.perform(
                """
                UPDATE usage_message SET count = \(Self.sum(with: min(count, limit)))
                WHERE \(place.condition) AND message = \(.text(message))
                """)
            if change.changes > 0 { continue }
            guard room > 0 else { continue }
            room -= 1
            try session.perform(
                """
                INSERT INTO usage_message (super_app, mini_app, code, platform, day, message, count)
                VALUES (\(place.values), \(.text(message)), \(.integer(min(count, limit))))
                """)
        }
    }

    private func add(_ people: PeopleSketch, to place: UsagePlace) throws {
        let row = try session.row("SELECT sketch FROM usage_people WHERE \(place.condition)")
        guard let row else {
            try session.perform(
                """
                INSERT INTO usage_people (super_app, mini_app, code, platform, day, sketch)
                VALUES (\(place.values), \(.bytes(people.bytes)))
                """)
            return
        }
        var all = PeopleSketch(bytes: try row.data(0)) ?? PeopleSketch()
        all.merge(people)
        try session.perform("UPDATE usage_people SET sketch = \(.bytes(all.bytes)) WHERE \(place.condition)")
    }

    private func addHealth(starts: Int, notReady: Int, to place: UsagePlace) throws {
        // Of a mini app that belongs to no super app, any could speak; it has no releases that could be held.
        let isOwn = try session.exists(
            """
            SELECT 1 FROM mini_app WHERE id = \(.text(place.miniApp)) AND super_app = \(.text(place.superApp))
            """)
        guard isOwn, starts > 0 || notReady > 0 else { return }
        let slot = time / HealthGate.slot * HealthGate.slot
        try session.perform(
            """
            INSERT INTO release_health (mini_app, code, slot, starts, not_ready)
            VALUES (\(.text(place.miniApp)), \(.integer(place.code)), \(.integer(slot)), \(.integer(starts)),
                \(.integer(notReady)))
            ON CONFLICT (mini_app, code, slot) DO UPDATE SET starts = release_health.starts + excluded.starts,
                not_ready = release_health.not_ready + excluded.not_ready
            """)
    }

    /// A sum that stays within what both databases can add.
    private static func sum(with count: Int) -> SQLFragment {
        "CASE WHEN count > \(.integer(1 << 50)) THEN count ELSE count + \(.integer(count)) END"
    }
}
