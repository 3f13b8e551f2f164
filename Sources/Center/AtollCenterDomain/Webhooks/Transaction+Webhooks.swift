import AtollPackages
import Foundation
import SQLStatements

extension Transaction {
    /// Adds a webhook, which receives events from now on.
    package func addWebhook(
        _ id: String, _ new: NewWebhook, secret: [UInt8], to organization: String, mayBePrivate: Bool, by caller: Caller
    ) throws -> Webhook {
        let isAboutSuperApp = try view.requireWebhooks(of: organization, about: new.about, by: caller)
        try view.requireConfirmation(of: caller)
        guard let home = try view.organization(organization), !home.isClosed else {
            throw ActionError.unknown("organization")
        }
        let address = try new.checkedAddress(mayBePrivate: mayBePrivate)
        guard try view.webhooks(of: organization).count < Webhook.maximumOfOrganization else {
            throw ActionError.conflict(
                rule: "too-many-webhooks",
                "An organization has at most \(Webhook.maximumOfOrganization) webhooks. Remove one first.")
        }
        let last = try AuditLog.head(session).number
        try session.perform(
            """
            INSERT INTO webhook (id, organization, address, about, is_about_super_app, actions, secret, is_on, number, failures, next,
                message, maker, created)
            VALUES (\(.text(id)), \(.text(organization)), \(.text(address)), \(.text(new.about)),
                \(.flag(isAboutSuperApp)), \(.text(try SearchEntry.text(of: new.actions.map(\.rawValue).sorted()))), \(.bytes(Data(secret))), 1, \(.integer(last)), 0,
                \(.integer(time)), '', \(.text(caller.responsible)), \(.integer(time)))
            """)
        try note(AuditRecord(.addWebhook, organization: organization, subject: id))
        guard let made = try view.webhook(id, of: organization) else { throw ActionError.unknown("webhook") }
        return made
    }

    package func removeWebhook(_ id: String, of organization: String, by caller: Caller) throws {
        let hook = try webhook(id, of: organization, by: caller)
        try session.perform("DELETE FROM webhook WHERE id = \(.text(hook.id))")
        try note(AuditRecord(.removeWebhook, organization: organization, subject: id))
    }

    /// Turns a hook on again, from its last position, or retries it immediately.
    package func wakeWebhook(_ id: String, of organization: String, by caller: Caller) throws -> Webhook {
        let hook = try webhook(id, of: organization, by: caller)
        try session.perform(
            """
            UPDATE webhook SET is_on = 1, failures = 0,
                next = CASE WHEN is_on = 0 OR failures > 0 THEN \(.integer(time)) ELSE next END
            WHERE id = \(.text(hook.id))
            """)
        guard let changed = try view.webhook(id, of: organization) else { throw ActionError.unknown("webhook") }
        return changed
    }

    /// Skips the row whose delivery to a hook fails, and continues with the next one.
    ///
    /// - Parameter number: The last row that was delivered to the hook, as the caller has seen it.
    package func skip(after number: Int, for id: String, of organization: String, by caller: Caller) throws -> Webhook {
        let hook = try webhook(id, of: organization, by: caller)
        guard hook.number == number else {
            throw ActionError.conflict(
                rule: "delivered-meanwhile",
                "The webhook has delivered more since. Look at it again before you skip a row.")
        }
        guard hook.failures > 0, let entry = try view.nextEntry(for: hook).entry else {
            throw ActionError.conflict(rule: "not-failing", "No delivery is failing, so there is nothing to skip.")
        }
        // An attempt may be under way: the next row is sent when it has ended.
        try session.perform(
            """
            UPDATE webhook SET number = \(.integer(entry.number)), is_on = 1, failures = 0,
                next = \(.integer(time + Webhook.lease)), message = ''
            WHERE id = \(.text(hook.id))
            """)
        try note(
            AuditRecord(
                .skipForWebhook, organization: organization, subject: id,
                comment: "Skipped row \(entry.number) (\(entry.action))."))
        guard let changed = try view.webhook(id, of: organization) else { throw ActionError.unknown("webhook") }
        return changed
    }

    private func webhook(_ id: String, of organization: String, by caller: Caller) throws -> Webhook {
        let found = try view.webhook(id, of: organization)
        try view.requireWebhooks(of: organization, about: found?.about, by: caller)
        guard let found else { throw ActionError.unknown("webhook") }
        return found
    }

    // MARK: Delivery

    /// Takes a hook for this process, to deliver its next row, if it is still its turn.
    package func takeWebhook(_ hook: Webhook) throws -> Bool {
        guard let now = try view.webhook(hook.id, of: hook.organization), now.isOn, now.next <= time,
            now.number == hook.number
        else { return false }
        guard try view.mayHave(now) else {
            let reason = "The member who added it may no longer have it."
            try session.perform(
                "UPDATE webhook SET is_on = 0, message = \(.text(reason)) WHERE id = \(.text(hook.id))")
            try note(AuditRecord(.failWebhook, organization: hook.organization, subject: hook.id, comment: reason))
            return false
        }
        try session.perform(
            "UPDATE webhook SET next = \(.integer(time + Webhook.lease)) WHERE id = \(.text(hook.id))")
        return true
    }

    /// Notes that nothing up to a row is for a hook.
    package func passWebhook(_ hook: Webhook, upTo number: Int) throws {
        try session.perform(
            """
            UPDATE webhook SET number = \(.integer(number)), next = \(.integer(time))
            WHERE id = \(.text(hook.id)) AND number = \(.integer(hook.number)) AND next <= \(.integer(time))
            """)
    }

    /// Records what came of telling a hook of a row.
    ///
    /// - Parameter fault: Why it was not told, or nil.
    package func finish(_ hook: Webhook, _ number: Int, fault: String?) throws {
        guard let now = try view.webhook(hook.id, of: hook.organization), now.number == hook.number else { return }
        guard let fault else {
            try session.perform(
                """
                UPDATE webhook SET number = \(.integer(number)), failures = 0, next = \(.integer(time)), message = ''
                WHERE id = \(.text(hook.id))
                """)
            return
        }
        let isLast = now.failures >= Webhook.pauses.count
        let pause = isLast ? 0 : Webhook.pauses[now.failures]
        try session.perform(
            """
            UPDATE webhook SET failures = failures + 1, next = \(.integer(time + pause)), message = \(.text(fault)),
                is_on = \(.flag(!isLast)) WHERE id = \(.text(hook.id))
            """)
        if isLast {
            try note(
                AuditRecord(.failWebhook, organization: hook.organization, subject: hook.id, comment: fault))
        }
    }
}
