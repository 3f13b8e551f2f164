import AtollCenterAPI
import Foundation
import SQLStatements

extension Snapshot {
    /// The invitations of an organization, the newest first.
    package func invitations(of organization: String, limit: Int = 1_000) throws -> [Invitation] {
        try session.rows(
            """
            SELECT \(Self.invitationColumns) FROM invitation WHERE organization = \(.text(organization))
            ORDER BY created DESC, id LIMIT \(.integer(limit))
            """
        ).map(invitation)
    }

    package func invitation(_ id: String) throws -> Invitation? {
        try session.row("SELECT \(Self.invitationColumns) FROM invitation WHERE id = \(.text(id))").map(invitation)
    }

    /// The invitation whose secret has this digest, or nil.
    package func invitation(withDigest digest: Data) throws -> Invitation? {
        try session.row(
            "SELECT \(Self.invitationColumns) FROM invitation WHERE digest = \(.bytes(digest))"
        ).map(invitation)
    }

    /// Returns the open invitations of an inviter, in all organizations.
    func openInvitations(madeBy account: String) throws -> [Invitation] {
        try session.rows(
            """
            SELECT \(Self.invitationColumns) FROM invitation WHERE inviter = \(.text(account)) AND state = 'open'
            ORDER BY id
            """
        ).map(invitation).filter { $0.state == .open }
    }

    /// Whether the inviter may still appoint the roles of an invitation. Those of the operator are always valid.
    package func mayStillInvite(_ invitation: Invitation) throws -> Bool {
        guard !invitation.inviter.isEmpty else { return true }
        let inviter = try person(invitation.inviter)
        let isOfPlatform = invitation.roles.contains { $0.role == .platformAdministrator }
        return PermissionMatrix.allows(
            .manageMembers, of: PermissionSubject(organization: invitation.organization), to: inviter)
            && (!isOfPlatform || PermissionMatrix.allows(.manageOrganizations, of: .center, to: inviter))
    }

    private static let invitationColumns: SQLFragment =
        "id, organization, email, roles, inviter, state, created, expires"

    private func invitation(_ row: SQLRow) throws -> Invitation {
        let roles = try AssignedRole.stored(row.text(3))
        let state = try Invitation.State(rawValue: row.text(5)) ?? .revoked
        let expires = try row.int(7)
        return Invitation(
            id: try row.text(0), organization: try row.text(1), email: try row.text(2), roles: roles,
            inviter: try row.text(4), state: state == .open && expires <= time ? .expired : state,
            created: try row.int(6), expires: expires)
    }
}

extension Transaction {
    /// Invites a person into an organization, with or without an account.
    ///
    /// - Parameters:
    ///   - id: A new random id.
    ///   - digest: Of the secret with which it is accepted.
    package func invite(
        _ email: String, into organization: String, as roles: [AssignedRole], id: String, digest: Data,
        by caller: Caller
    ) throws -> Invitation {
        let found = try self.organization(organization, for: .manageMembers, by: caller)
        try view.requireConfirmation(of: caller)
        try Account.checkEmail(email)
        try AssignedRole.check(roles, in: found)
        try requireMayAppoint(roles, by: caller)
        if let account = try view.account(email: email), try view.member(account.id, of: organization) != nil {
            throw ActionError.taken("email", "This person is a member already.")
        }
        try expireInvitations()
        let folded = Account.folded(email)
        let isInvited = try session.exists(
            """
            SELECT 1 FROM invitation
            WHERE organization = \(.text(organization)) AND email = \(.text(folded)) AND state = 'open'
            """)
        guard !isInvited else {
            throw ActionError.taken(
                "email", "This person is invited already: send that invitation again, or revoke it.")
        }
        try requireRoom(in: organization)
        try requireMayMail(folded, for: organization)
        try session.perform(
            """
            INSERT INTO invitation (id, organization, email, roles, digest, inviter, state, created, expires)
            VALUES (\(.text(id)), \(.text(organization)), \(.text(folded)), \(.text(AssignedRole.text(of: roles))),
                \(.bytes(digest)), \(.text(caller.maker ?? "")), 'open', \(.integer(time)),
                \(.integer(time + Invitation.lifetime)))
            """)
        try note(
            AuditRecord(.invite, organization: organization, subject: id, after: AssignedRole.summary(of: roles)))
        return try self.invitation(withID: id)
    }

    /// Gives an invitation another secret and another week. The previous secret stops working, and the caller becomes
    /// the inviter.
    package func resend(_ id: String, of organization: String, digest: Data, by caller: Caller) throws -> Invitation {
        let invitation = try invitation(id, of: organization, by: caller)
        guard [.open, .expired].contains(invitation.state) else { throw Self.isOver(invitation) }
        let isAnother = try session.exists(
            """
            SELECT 1 FROM invitation WHERE organization = \(.text(organization)) AND id <> \(.text(id))
                AND email = \(.text(invitation.email)) AND state = 'open'
            """)
        guard !isAnother else {
            throw ActionError.taken("email", "This person was invited again in the meantime.")
        }
        if invitation.state == .expired { try requireRoom(in: organization) }
        try requireMayMail(invitation.email, for: organization)
        try session.perform(
            """
            UPDATE invitation SET state = 'open', digest = \(.bytes(digest)), inviter = \(.text(caller.maker ?? "")),
                expires = \(.integer(time + Invitation.lifetime)) WHERE id = \(.text(id))
            """)
        try note(AuditRecord(.resendInvitation, organization: organization, subject: id))
        return try self.invitation(withID: id)
    }

    /// Takes an invitation back.
    package func revokeInvitation(_ id: String, of organization: String, by caller: Caller) throws {
        let invitation = try invitation(id, of: organization, by: caller)
        guard [.open, .expired].contains(invitation.state) else { throw Self.isOver(invitation) }
        try end(invitation, as: .revoked, .revokeInvitation)
    }

    /// Accepts an invitation for an existing account, with the invited address.
    package func accept(_ digest: Data, as account: String) throws -> Invitation {
        guard let invitation = try openInvitation(digest), let account = try view.account(account),
            account.email == invitation.email
        else { throw ActionError.unknown("invitation") }
        try join(invitation, account.id)
        return try self.invitation(withID: invitation.id)
    }

    /// Accepts an invitation for a new account. A client that has the secret has read mail to the address.
    package func accept(_ digest: Data, creating account: Account) throws -> Invitation {
        guard let invitation = try openInvitation(digest), account.email == invitation.email else {
            throw ActionError.unknown("invitation")
        }
        try note(AuditRecord(.verifyAccount, subject: account.id))
        try join(invitation, account.id)
        return try self.invitation(withID: invitation.id)
    }

    /// Declines an invitation, which needs no account.
    package func decline(_ digest: Data) throws {
        guard let invitation = try openInvitation(digest) else { throw ActionError.unknown("invitation") }
        try end(invitation, as: .declined, .declineInvitation)
    }

    /// Marks invitations as expired that were not accepted in time.
    package func expireInvitations() throws {
        let rows = try session.rows(
            """
            SELECT id, organization FROM invitation WHERE state = 'open' AND expires <= \(.integer(time)) ORDER BY id
            """)
        for row in rows {
            let id = try row.text(0)
            try session.perform("UPDATE invitation SET state = 'expired' WHERE id = \(.text(id))")
            try note(AuditRecord(.expireInvitation, organization: try row.text(1), subject: id), by: .system)
        }
    }

    /// Revokes the open invitations of an account that it may no longer make.
    func revokeInvitations(madeBy account: String) throws {
        for invitation in try view.openInvitations(madeBy: account) where try !view.mayStillInvite(invitation) {
            try end(invitation, as: .revoked, .revokeInvitation)
        }
    }

    /// - Throws: ``ActionError/conflict(rule:_:)`` if the organization has as many open invitations as it may.
    private func requireRoom(in organization: String) throws {
        let open = try session.row(
            "SELECT count(*) FROM invitation WHERE organization = \(.text(organization)) AND state = 'open'")
        guard try open?.int(0) ?? 0 < Invitation.maximumOpen else {
            throw ActionError.conflict(
                rule: "too-many-invitations",
                "An organization has at most \(Invitation.maximumOpen) open invitations. Revoke some first.")
        }
    }

    /// Checks that an organization may have an invitation mailed to an address.
    ///
    /// The audit log has the mails that were sent, so the limits hold for all processes and after a restart.
    ///
    /// - Throws: ``ActionError/tooMany(seconds:)``: the addressee has not asked for mail.
    private func requireMayMail(_ email: String, for organization: String) throws {
        let since = time - Invitation.mailPeriod
        let times = try session.rows(
            """
            SELECT audit.time FROM audit JOIN invitation ON invitation.id = audit.subject
            WHERE invitation.email = \(.text(email)) AND audit.action IN ('member:invite', 'member:resend')
                AND audit.time > \(.integer(since * 1_000))
            ORDER BY audit.number DESC LIMIT \(.integer(Invitation.mailsToAddress))
            """
        ).map { try $0.int(0) / 1_000 }
        if times.count >= Invitation.mailsToAddress, let oldest = times.last {
            throw ActionError.tooMany(seconds: max(1, oldest - since))
        }
        let sent = try session.row(
            """
            SELECT count(*) FROM audit WHERE organization = \(.text(organization))
                AND action IN ('member:invite', 'member:resend') AND time > \(.integer(since * 1_000))
            """)
        guard try sent?.int(0) ?? 0 < Invitation.mailsOfOrganization else { throw ActionError.tooMany(seconds: 3_600) }
    }

    private func join(_ invitation: Invitation, _ account: String) throws {
        guard try view.mayStillInvite(invitation) else { throw ActionError.unknown("invitation") }
        guard try view.member(account, of: invitation.organization) == nil else {
            throw ActionError.conflict(rule: "member", "You are a member of this organization already.")
        }
        try end(invitation, as: .accepted, .acceptInvitation, after: AssignedRole.summary(of: invitation.roles))
        try join(account, invitation.organization, as: invitation.roles)
    }

    /// The invitation with this secret, if it can still be accepted.
    func openInvitation(_ digest: Data) throws -> Invitation? {
        guard let invitation = try view.invitation(withDigest: digest), invitation.state == .open,
            let organization = try view.organization(invitation.organization), !organization.isClosed
        else { return nil }
        return invitation
    }

    private func end(
        _ invitation: Invitation, as state: Invitation.State, _ action: AuditAction, after: String? = nil
    ) throws {
        try session.perform(
            "UPDATE invitation SET state = \(.text(state.rawValue)) WHERE id = \(.text(invitation.id))")
        try note(
            AuditRecord(action, organization: invitation.organization, subject: invitation.id, after: after))
    }

    private func invitation(_ id: String, of organization: String, by caller: Caller) throws -> Invitation {
        _ = try self.organization(organization, for: .manageMembers, by: caller)
        try view.requireConfirmation(of: caller)
        guard let found = try view.invitation(id), found.organization == organization else {
            throw ActionError.unknown("invitation")
        }
        try requireMayAppoint(found.roles, by: caller)
        return found
    }

    private func invitation(withID id: String) throws -> Invitation {
        guard let found = try view.invitation(id) else { throw ActionError.unknown("invitation") }
        return found
    }

    private static func isOver(_ invitation: Invitation) -> ActionError {
        .conflict(rule: "invitation-over", "The invitation was \(invitation.state.rawValue).")
    }
}
