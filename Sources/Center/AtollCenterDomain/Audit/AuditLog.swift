import AtollCenterAPI
import Crypto
import Foundation
import SQLStatements
import SignedJSON

/// The audit log: a row for each change, in the transaction of the change. Nothing in it is ever changed or removed.
///
/// Each row has the digest of the one before it, so a copy of the last digest, stored elsewhere, reveals any other
/// history. Addresses and programs of clients are in a separate table, from which they are removed after 180 days; the
/// chain has only a salted digest of them, and stays whole.
package enum AuditLog {
    /// The last row's number and digest.
    package struct Head: Hashable, Sendable, Codable {
        package let number: Int
        package let digest: Data
    }

    /// The time for which addresses and programs of clients are stored, in seconds.
    package static let originLifetime = 180 * 86_400

    /// Appends a row, in a transaction that has no concurrent writer.
    package static func append(_ record: AuditRecord, by actor: AuditActor, at now: Date, _ session: any SQLSession)
        throws
    {
        let head = try head(session)
        var (salt, origin) = (Data(), Data())
        if let from = actor.origin {
            var generator = SystemRandomNumberGenerator()
            salt = Data((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
            origin = digest(of: from, salt: salt)
        }
        let entry = AuditEntry(
            number: head.number + 1, time: milliseconds(now), actorKind: actor.kind.rawValue, actor: actor.id,
            channel: actor.channel.rawValue, action: record.action.rawValue, organization: record.organization,
            superApp: record.superApp, miniApp: record.miniApp, code: record.code, subject: record.subject,
            before: record.before, after: record.after, comment: record.comment, origin: origin,
            previous: head.digest, digest: Data())
        try session.perform(
            """
            INSERT INTO audit (\(columns)) VALUES (\(.integer(entry.number)), \(.integer(entry.time)),
                \(.text(entry.actorKind)), \(.text(entry.actor)), \(.text(entry.channel)), \(.text(entry.action)),
                \(.text(entry.organization)), \(.text(entry.superApp)), \(.text(entry.miniApp)),
                \(.integer(entry.code)), \(.text(entry.subject)), \(.text(entry.before)), \(.text(entry.after)),
                \(.text(entry.comment)), \(.bytes(entry.origin)), \(.bytes(entry.previous)),
                \(.bytes(digest(of: entry))))
            """)
        if let from = actor.origin {
            try session.perform(
                """
                INSERT INTO audit_origin (number, time, address, agent, salt) VALUES (\(.integer(entry.number)),
                    \(.integer(entry.time)), \(.text(from.address)), \(.text(from.agent)), \(.bytes(salt)))
                """)
        }
    }

    /// Returns the last row, or number 0 and no digest for an empty log.
    package static func head(_ session: any SQLSession) throws -> Head {
        guard let row = try session.row("SELECT number, digest FROM audit ORDER BY number DESC LIMIT 1") else {
            return Head(number: 0, digest: Data())
        }
        return Head(number: try row.int(0), digest: try row.data(1))
    }

    /// Rows, the newest first.
    ///
    /// - Parameters:
    ///   - before: Only those with a lower number; nil for the newest.
    ///   - limit: How many.
    /// - Complexity: O(`limit`) with a filter by one column, for any length of the log.
    package static func entries(
        _ filter: AuditFilter, before: Int?, limit: Int, _ session: any SQLSession
    ) throws -> [AuditEntry] {
        var conditions = filter.conditions
        if let before { conditions.append("audit.number < \(.integer(before))") }
        let condition: SQLFragment = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
        let all = columns
        return try session.rows(
            """
            SELECT \(all), address, agent FROM (SELECT \(all) FROM audit \(condition)
                ORDER BY number DESC LIMIT \(.integer(limit))) AS page
            LEFT JOIN (SELECT number AS origin_number, address, agent FROM audit_origin) AS origins
                ON origin_number = number
            ORDER BY number DESC
            """
        ).map(entry)
    }

    /// A row by its number, without the client that it came from.
    package static func entry(_ number: Int, _ session: any SQLSession) throws -> AuditEntry? {
        let none: SQLFragment = "NULL AS address, NULL AS agent"
        return try session.row("SELECT \(columns), \(none) FROM audit WHERE number = \(.integer(number))").map(entry)
    }

    /// The rows of some kinds after another, the oldest first, without the clients that they came from.
    ///
    /// - Complexity: O(*n*) in the rows after it, up to the last of these.
    package static func entries(
        _ actions: Set<AuditAction>, after number: Int, limit: Int, _ session: any SQLSession
    ) throws -> [AuditEntry] {
        let none: SQLFragment = "NULL AS address, NULL AS agent"
        let names = actions.map(\.rawValue).sorted().map { SQLFragment("\(.text($0))") }.joined(separator: ", ")
        return try session.rows(
            """
            SELECT \(columns), \(none) FROM audit WHERE number > \(.integer(number)) AND action IN (\(names))
            ORDER BY number LIMIT \(.integer(limit))
            """
        ).map(entry)
    }

    /// The first row after another about any of these, of some kinds or of all, without the client that it came from.
    ///
    /// - Complexity: O(*n*) in the rows after it about each of these, up to the first of these kinds.
    package static func next(
        _ visible: AuditFilter.Visible, actions: Set<AuditAction>, after number: Int, _ session: any SQLSession
    ) throws -> AuditEntry? {
        let names = actions.map(\.rawValue).sorted().map { SQLFragment("\(.text($0))") }.joined(separator: ", ")
        let kinds: SQLFragment = actions.isEmpty ? "" : "AND action IN (\(names))"
        let ways: [(SQLFragment, [String])] = [
            ("organization", visible.organizations), ("super_app", visible.superApps), ("mini_app", visible.miniApps),
        ]
        var first: Int?
        for (column, values) in ways {
            for value in values {
                let row = try session.row(
                    """
                    SELECT number FROM audit WHERE \(column) = \(.text(value)) AND number > \(.integer(number)) \(kinds)
                    ORDER BY number LIMIT 1
                    """)
                if let found = try row?.int(0) { first = min(first ?? found, found) }
            }
        }
        return try first.flatMap { try entry($0, session) }
    }

    /// Verifies the chain of all rows.
    ///
    /// - Returns: What is wrong, in the order of the rows, up to 100 findings; empty if nothing is.
    /// - Complexity: Reads every row.
    package static func problems(_ session: any SQLSession) throws -> [String] {
        var problems: [String] = []
        var last = Head(number: 0, digest: Data())
        while problems.count < 100 {
            let rows = try session.rows(
                """
                SELECT \(columns), address, agent, salt FROM audit
                LEFT JOIN (SELECT number AS origin_number, address, agent, salt FROM audit_origin) AS origins
                    ON origin_number = number
                WHERE number > \(.integer(last.number)) ORDER BY number LIMIT 1000
                """)
            if rows.isEmpty { break }
            for row in rows {
                let entry = try entry(row)
                if entry.number != last.number + 1 {
                    problems.append("Row \(last.number + 1) of the audit log is missing.")
                }
                if entry.previous != last.digest {
                    problems.append("Row \(entry.number) of the audit log does not follow the row before it.")
                }
                if digest(of: entry) != entry.digest {
                    problems.append("Row \(entry.number) of the audit log was changed.")
                }
                if let from = entry.from, digest(of: from, salt: try row.data(19)) != entry.origin {
                    problems.append("The origin of row \(entry.number) of the audit log was changed.")
                }
                last = Head(number: entry.number, digest: entry.digest)
            }
        }
        return problems
    }

    /// Removes addresses and programs of clients that are older than ``originLifetime``.
    package static func removeOldOrigins(at now: Date, _ session: any SQLSession) throws {
        let oldest = milliseconds(now) - originLifetime * 1_000
        try session.perform("DELETE FROM audit_origin WHERE time < \(.integer(oldest))")
    }

    private static let columns: SQLFragment = """
        number, time, actor_kind, actor, via, action, organization, super_app, mini_app, code, subject, before_state,
        after_state, comment, origin, previous, digest
        """

    private static func entry(_ row: SQLRow) throws -> AuditEntry {
        var entry = AuditEntry(
            number: try row.int(0), time: try row.int(1), actorKind: try row.text(2), actor: try row.text(3),
            channel: try row.text(4), action: try row.text(5), organization: try row.optionalText(6),
            superApp: try row.optionalText(7), miniApp: try row.optionalText(8), code: try row.optionalInt(9),
            subject: try row.optionalText(10), before: try row.optionalText(11), after: try row.optionalText(12),
            comment: try row.optionalText(13), origin: try row.data(14), previous: try row.data(15),
            digest: try row.data(16))
        if let address = try row.optionalText(17), let agent = try row.optionalText(18) {
            entry.from = AuditActor.Origin(address: address, agent: agent)
        }
        return entry
    }

    private static func digest(of entry: AuditEntry) -> Data {
        var hash = SHA256()
        hash.update(data: entry.previous)
        hash.update(data: entry.canonical)
        return Data(hash.finalize())
    }

    private static func digest(of origin: AuditActor.Origin, salt: Data) -> Data {
        let text = JSONValue.object(["address": .string(origin.address), "agent": .string(origin.agent)])
        var hash = SHA256()
        hash.update(data: salt)
        hash.update(data: text.canonicalBytes)
        return Data(hash.finalize())
    }

    private static func milliseconds(_ date: Date) -> Int {
        Int(exactly: (date.timeIntervalSince1970 * 1_000).rounded()) ?? 0
    }
}
