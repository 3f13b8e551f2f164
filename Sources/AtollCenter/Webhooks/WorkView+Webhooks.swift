import Foundation
import SQLStatements

extension WorkView {
    private static let columns: SQLFragment =
        "id, organization, address, about, actions, secret, is_on, number, failures, next, message, created"

    /// The hooks of an organization, the oldest first.
    func webhooks(of organization: String) throws -> [Webhook] {
        try session.rows(
            """
            SELECT \(Self.columns) FROM webhook WHERE organization = \(.text(organization)) ORDER BY created, id
            """
        ).map(Self.webhook)
    }

    func webhook(_ id: String, of organization: String) throws -> Webhook? {
        try session.row(
            """
            SELECT \(Self.columns) FROM webhook WHERE id = \(.text(id)) AND organization = \(.text(organization))
            """
        ).map(Self.webhook)
    }

    /// The hooks that may be tried now and have something to say, with the row that is next.
    func webhooksDue(limit: Int) throws -> [Webhook] {
        let hooks = try session.rows(
            """
            SELECT \(Self.columns) FROM webhook WHERE is_on = 1 AND next <= \(.integer(time))
                AND number < (SELECT coalesce(max(number), 0) FROM audit)
            ORDER BY next, id LIMIT \(.integer(limit))
            """
        ).map(Self.webhook)
        return hooks
    }

    /// The next row that a hook is told of, and the last row that was looked at for it.
    func nextEntry(for hook: Webhook) throws -> (entry: AuditEntry?, seen: Int) {
        let last = try AuditLog.head(session).number
        var filter = AuditFilter()
        if let about = hook.about {
            filter.visible = AuditFilter.Visible(superApps: [about], miniApps: [about])
        } else {
            filter.visible = AuditFilter.Visible(
                organizations: [hook.organization], superApps: try superApps(of: hook.organization).map(\.id.rawValue))
        }
        return (try AuditLog.next(filter, actions: hook.actions, after: hook.number, session), last)
    }

    private static func webhook(_ row: SQLRow) throws -> Webhook {
        let names: [String] = try SearchEntry.value(of: row.text(4))
        return Webhook(
            id: try row.text(0), organization: try row.text(1), address: try row.text(2),
            about: try row.optionalText(3),
            actions: Set(names.compactMap(AuditAction.init(rawValue:))), secret: [UInt8](try row.data(5)),
            isOn: try row.bool(6), number: try row.int(7), failures: try row.int(8), next: try row.int(9),
            message: try row.text(10), created: try row.int(11))
    }
}
