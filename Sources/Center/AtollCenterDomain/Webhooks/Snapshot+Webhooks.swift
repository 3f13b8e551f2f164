import AtollCenterAPI
import AtollPackages
import Foundation
import SQLStatements

extension Snapshot {
    private static let columns: SQLFragment =
        "id, organization, address, about, actions, secret, is_on, number, failures, next, message, created, maker, is_about_super_app"

    /// The hooks of an organization, the oldest first.
    package func webhooks(of organization: String) throws -> [Webhook] {
        try session.rows(
            """
            SELECT \(Self.columns) FROM webhook WHERE organization = \(.text(organization)) ORDER BY created, id
            """
        ).map(Self.webhook)
    }

    package func webhook(_ id: String, of organization: String) throws -> Webhook? {
        try session.row(
            """
            SELECT \(Self.columns) FROM webhook WHERE id = \(.text(id)) AND organization = \(.text(organization))
            """
        ).map(Self.webhook)
    }

    /// The hooks that may be tried at a time, after whose last row others were written, in the order of their times.
    ///
    /// - Parameter last: The last one of those that were read before.
    package func webhooksDue(at time: Int, after last: Webhook?, limit: Int) throws -> [Webhook] {
        let rest: SQLFragment =
            last.map { "AND (next, id) > (\(.integer($0.next)), \(.text($0.id)))" } ?? ""
        return try session.rows(
            """
            SELECT \(Self.columns) FROM webhook WHERE is_on = 1 AND next <= \(.integer(time)) \(rest)
                AND number < (SELECT coalesce(max(number), 0) FROM audit)
            ORDER BY next, id LIMIT \(.integer(limit))
            """
        ).map(Self.webhook)
    }

    /// Returns the next row for a hook, and the last row that was examined for it.
    package func nextEntry(for hook: Webhook) throws -> (entry: AuditEntry?, seen: Int) {
        let last = try AuditLog.head(session).number
        var visible = AuditFilter.Visible()
        if let about = hook.about {
            if hook.isAboutSuperApp { visible.superApps = [about] } else { visible.miniApps = [about] }
        } else {
            visible.organizations = [hook.organization]
            visible.superApps = try superApps(of: hook.organization).map(\.id.rawValue)
        }
        return (try AuditLog.next(visible, actions: hook.actions, after: hook.number, session), last)
    }

    /// Whether the creator of a hook may still have it.
    func mayHave(_ hook: Webhook) throws -> Bool {
        guard let home = try organization(hook.organization), !home.isClosed, try account(hook.maker) != nil,
            let subject = try webhookSubject(of: hook.organization, about: hook.about)?.subject
        else { return false }
        return PermissionMatrix.allows(.manageWebhooks, of: subject, to: try person(hook.maker))
    }

    /// Returns the subject of a hook for permissions; `nil` if it is nothing of the organization.
    private func webhookSubject(
        of organization: String, about: String?
    ) throws -> (subject: PermissionSubject, isSuperApp: Bool)? {
        guard let about else { return (PermissionSubject(organization: organization), false) }
        guard let id = MiniAppID(about) else { return nil }
        // A mini app may have the id of a super app.
        if let superApp = try superApps(of: organization).first(where: { $0.id == id }) {
            let subject = PermissionSubject(
                organization: organization, superApp: superApp.id.rawValue, superAppOwner: organization)
            return (subject, true)
        }
        guard let miniApp = try miniApp(id), miniApp.organization == organization, try superApp(about) == nil else {
            return nil
        }
        return (miniApp.subject, false)
    }

    /// - Returns: Whether it is about a super app.
    /// - Throws: ``ActionError`` unless the caller may have webhooks for an organization, or for one subject of it.
    @discardableResult
    package func requireWebhooks(of organization: String, about: String?, by caller: Caller) throws -> Bool {
        guard let found = try webhookSubject(of: organization, about: about) else {
            try require(
                .manageWebhooks, of: PermissionSubject(organization: organization), by: caller, named: "organization")
            throw ActionError.invalid("about", "is neither a super app nor a mini app of the organization")
        }
        try require(.manageWebhooks, of: found.subject, by: caller, named: "organization")
        return found.isSuperApp
    }

    private static func webhook(_ row: SQLRow) throws -> Webhook {
        let names: [String] = try SearchEntry.value(of: row.text(4))
        return Webhook(
            id: try row.text(0), organization: try row.text(1), address: try row.text(2),
            about: try row.optionalText(3), isAboutSuperApp: try row.bool(13),
            actions: Set(names.compactMap(AuditAction.init(rawValue:))), secret: [UInt8](try row.data(5)),
            isOn: try row.bool(6), number: try row.int(7), failures: try row.int(8), next: try row.int(9),
            message: try row.text(10), maker: try row.text(12), created: try row.int(11))
    }
}
