import SQLStatements

extension WorkChange {
    /// Removes an account: its sessions, keys and memberships end, and its name, address and second factor are forgotten.
    /// What it has done stays in the audit log under its id, which nobody gets again.
    ///
    /// - Throws: ``WorkError/lastAdministrator`` while an organization has nobody else to run it.
    func removeAccount(_ id: String) throws {
        let organizations = try session.rows(
            "SELECT organization FROM member WHERE account = \(.text(id)) ORDER BY organization"
        ).map { try $0.text(0) }
        for organization in organizations {
            guard let member = try view.member(id, of: organization) else { continue }
            try keepAnAdministrator(without: member)
            try endEverything(of: id, in: organization)
            for table in ["member_role", "member"] as [SQLFragment] {
                try session.perform(
                    "DELETE FROM \(table) WHERE organization = \(.text(organization)) AND account = \(.text(id))")
            }
            try note(
                AuditRecord(
                    .removeMember, organization: organization, subject: id,
                    before: AssignedRole.summary(of: member.roles)))
        }
        try endDeviceCodes(of: id)
        for table in ["work_session", "recovery_code", "password_reset", "external_identity"] as [SQLFragment] {
            try session.perform("DELETE FROM \(table) WHERE account = \(.text(id))")
        }
        try session.perform(
            """
            UPDATE account SET email = \(.text("\(id)@deleted.invalid")), name = 'Deleted account', password = NULL,
                totp_secret = NULL, totp_is_on = 0, is_suspended = 1, revision = revision + 1
            WHERE id = \(.text(id))
            """)
        try note(AuditRecord(.deleteAccount, subject: id))
    }
}
