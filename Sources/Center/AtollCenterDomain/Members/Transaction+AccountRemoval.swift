import SQLStatements

extension Transaction {
    /// Removes an account: its sessions, keys and memberships end, and its name, address and second factor are
    /// forgotten. Its actions stay in the audit log under its id, which no other account gets.
    ///
    /// - Throws: ``ActionError/lastAdministrator`` for the only administrator of an organization.
    package func removeAccount(_ id: String) throws {
        guard let account = try view.account(id), !account.email.hasSuffix(Self.removed) else {
            throw ActionError.unknown("account")
        }
        let organizations = try session.rows(
            "SELECT organization FROM member WHERE account = \(.text(id)) ORDER BY organization"
        ).map { try $0.text(0) }
        for organization in organizations {
            guard let member = try view.member(id, of: organization) else { continue }
            // A closed organization needs no administrator, and gets no new members.
            if try view.organization(organization)?.isClosed == false { try keepAnAdministrator(without: member) }
            try end(member)
        }
        try endDeviceCodes(of: id)
        let invitations = try session.rows(
            """
            SELECT id, organization FROM invitation WHERE email = \(.text(account.email)) AND state = 'open' ORDER BY id
            """)
        for row in invitations {
            try session.perform("UPDATE invitation SET state = 'revoked' WHERE id = \(.text(row.text(0)))")
            try note(AuditRecord(.revokeInvitation, organization: try row.text(1), subject: try row.text(0)))
        }
        try session.perform("UPDATE invitation SET email = '' WHERE email = \(.text(account.email))")
        for table in [
            "work_session", "recovery_code", "password_reset", "external_identity", "notice", "notice_setting",
        ] as [SQLFragment] {
            try session.perform("DELETE FROM \(table) WHERE account = \(.text(id))")
        }
        try session.perform(
            """
            UPDATE account SET email = \(.text(id + Self.removed)), name = 'Deleted account', password = NULL,
                totp_secret = NULL, totp_is_on = 0, is_suspended = 1, revision = revision + 1
            WHERE id = \(.text(id))
            """)
        try note(AuditRecord(.deleteAccount, subject: id))
    }

    /// The end of the replacement for a forgotten address, after the account's id.
    private static let removed = "@deleted.invalid"
}
