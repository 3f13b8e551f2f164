import AtollPackages
import SQLStatements

extension Transaction {
    /// Asks that an organization may publish in a super app.
    package func askForGrant(of id: String, to organization: String, comment: String, by caller: Caller) throws -> Grant
    {
        try view.require(
            .askForGrant, of: PermissionSubject(organization: organization), by: caller, named: "organization")
        guard let superApp = try view.superApp(id) else { throw ActionError.unknown("super app") }
        try checkPublishes(organization, in: superApp)
        guard comment.unicodeScalars.count <= Grant.maximumComment else {
            throw ActionError.invalid("comment", "must have at most \(Grant.maximumComment) characters")
        }
        if let old = try view.grant(of: superApp.id, to: organization) { return old }
        try put(.asked, of: superApp.id, to: organization, comment: comment)
        try note(
            AuditRecord(
                .askForGrant, organization: organization, superApp: id, subject: organization,
                comment: comment.isEmpty ? nil : comment))
        return try found(superApp, organization)
    }

    /// Lets an organization publish in a super app, whether it has asked or not.
    ///
    /// - Parameter needsReview: Whether its versions need the approvals of the super app.
    package func giveGrant(
        of id: String, to organization: String, comment: String?, needsReview: Bool = true, by caller: Caller
    ) throws -> Grant {
        let superApp = try view.superApp(id, for: .giveGrant, by: caller)
        try view.requireConfirmation(of: caller)
        try checkPublishes(organization, in: superApp)
        let old = try view.grant(of: superApp.id, to: organization)
        if let old, old.state == .given, old.needsReview == needsReview { return old }
        try put(
            .given, of: superApp.id, to: organization, comment: old?.comment ?? "", needsReview: needsReview)
        try note(
            AuditRecord(
                .giveGrant, organization: superApp.organization, superApp: id, subject: organization,
                before: old?.state.rawValue,
                after: Grant.State.given.rawValue + (needsReview ? "" : ", without review"), comment: comment))
        return try found(superApp, organization)
    }

    /// Revokes an organization's grant, or refuses what it has asked for. What it has published stays.
    package func takeGrant(of id: String, from organization: String, by caller: Caller) throws {
        let superApp = try view.superApp(id, for: .giveGrant, by: caller)
        try view.requireConfirmation(of: caller)
        let old = try found(superApp, organization)
        try session.perform(
            """
            DELETE FROM publishing_grant
            WHERE super_app = \(.text(id)) AND organization = \(.text(organization))
            """)
        try note(
            AuditRecord(
                .takeGrant, organization: superApp.organization, superApp: id, subject: organization,
                before: old.state.rawValue))
    }

    package func put(
        _ state: Grant.State, of superApp: MiniAppID, to organization: String, comment: String, needsReview: Bool = true
    ) throws {
        try session.perform(
            """
            INSERT INTO publishing_grant (super_app, organization, state, comment, changed, needs_review)
            VALUES (\(.text(superApp.rawValue)), \(.text(organization)), \(.text(state.rawValue)), \(.text(comment)),
                \(.integer(time)), \(.flag(needsReview)))
            ON CONFLICT (super_app, organization) DO UPDATE
                SET state = excluded.state, changed = excluded.changed, needs_review = excluded.needs_review
            """)
    }

    private func checkPublishes(_ organization: String, in superApp: SuperApp) throws {
        guard try openOrganization(organization).publisher != nil else {
            throw ActionError.conflict(rule: "no-publisher", "The organization does not publish.")
        }
        guard organization != superApp.organization else {
            throw ActionError.conflict(rule: "own", "The organization owns the super app: it needs no grant.")
        }
    }

    private func found(_ superApp: SuperApp, _ organization: String) throws -> Grant {
        guard let found = try view.grant(of: superApp.id, to: organization) else { throw ActionError.unknown("grant") }
        return found
    }
}
