import AtollCenterAPI
import SQLStatements

extension Snapshot {
    /// The members of an organization, in the order of their accounts' ids.
    package func members(of organization: String, after account: String = "", limit: Int = 1_000) throws -> [Member] {
        try session.rows(
            """
            SELECT \(Snapshot.accountColumns), member.is_suspended, member.joined
            FROM member JOIN account ON account.id = member.account
            WHERE member.organization = \(.text(organization)) AND member.account > \(.text(account))
            ORDER BY member.account LIMIT \(.integer(limit))
            """
        ).map { row in
            let account = try Snapshot.account(row)
            return Member(
                account: account, organization: organization, roles: try roles(of: account.id, in: organization),
                isSuspended: try row.bool(7), joined: try row.int(8))
        }
    }

    /// A member of an organization, or nil.
    package func member(_ account: String, of organization: String) throws -> Member? {
        let row = try session.row(
            """
            SELECT \(Snapshot.accountColumns), member.is_suspended, member.joined
            FROM member JOIN account ON account.id = member.account
            WHERE member.organization = \(.text(organization)) AND member.account = \(.text(account))
            """)
        guard let row else { return nil }
        return Member(
            account: try Snapshot.account(row), organization: organization,
            roles: try roles(of: account, in: organization), isSuspended: try row.bool(7), joined: try row.int(8))
    }

    /// Returns the roles of an account, whether it is suspended or not.
    package func roles(of account: String, in organization: String) throws -> [AssignedRole] {
        try session.rows(
            """
            SELECT role, only_one FROM member_role
            WHERE organization = \(.text(organization)) AND account = \(.text(account)) ORDER BY role, only_one
            """
        ).compactMap { row in
            let only = try row.text(1)
            return try Role(rawValue: row.text(0)).map { AssignedRole($0, only: only.isEmpty ? nil : only) }
        }
    }
}

extension Transaction {
    /// Gives a member other roles.
    package func setRoles(
        _ roles: [AssignedRole], of account: String, in organization: String, by caller: Caller
    ) throws -> Member {
        let (found, member) = try member(account, of: organization, by: caller)
        try AssignedRole.check(roles, in: found)
        try requireMayAppoint(roles, insteadOf: member.roles, by: caller)
        guard Set(roles) != Set(member.roles) else { return member }
        try keepAnAdministrator(without: member, as: roles)
        try session.perform(
            "DELETE FROM member_role WHERE organization = \(.text(organization)) AND account = \(.text(account))")
        try insert(roles, of: account, in: organization)
        try revokeInvitations(madeBy: account)
        try note(
            AuditRecord(
                .changeRoles, organization: organization, subject: account,
                before: AssignedRole.summary(of: member.roles), after: AssignedRole.summary(of: roles)))
        try giveBackReviews(of: account)
        return try self.member(account, of: organization)
    }

    /// Suspends a member: their sessions end, and the API keys that they made for the organization and their open
    /// invitations are removed.
    package func suspend(_ account: String, in organization: String, comment: String?, by caller: Caller) throws
        -> Member
    {
        let (_, member) = try member(account, of: organization, by: caller)
        guard !member.isSuspended else { return member }
        try keepAnAdministrator(without: member)
        try session.perform(
            """
            UPDATE member SET is_suspended = 1
            WHERE organization = \(.text(organization)) AND account = \(.text(account))
            """)
        try endEverything(of: account, in: organization)
        try revokeInvitations(madeBy: account)
        try note(AuditRecord(.suspendMember, organization: organization, subject: account, comment: comment))
        try giveBackReviews(of: account)
        return try self.member(account, of: organization)
    }

    /// Lets a suspended member go on with the same roles.
    package func reactivate(_ account: String, in organization: String, by caller: Caller) throws -> Member {
        let (_, member) = try member(account, of: organization, by: caller)
        guard member.isSuspended else { return member }
        try session.perform(
            """
            UPDATE member SET is_suspended = 0
            WHERE organization = \(.text(organization)) AND account = \(.text(account))
            """)
        try note(AuditRecord(.reactivateMember, organization: organization, subject: account))
        return try self.member(account, of: organization)
    }

    /// Removes a member. Their account stays: they may be members elsewhere.
    package func removeMember(_ account: String, from organization: String, by caller: Caller) throws {
        let (_, member) = try member(account, of: organization, by: caller)
        try keepAnAdministrator(without: member)
        try end(member)
    }

    /// Ends a membership and the rights that come with it.
    package func end(_ member: Member) throws {
        let (account, organization) = (member.account.id, member.organization)
        try endEverything(of: account, in: organization)
        for table in ["member_role", "member"] as [SQLFragment] {
            try session.perform(
                "DELETE FROM \(table) WHERE organization = \(.text(organization)) AND account = \(.text(account))")
        }
        try revokeInvitations(madeBy: account)
        try note(
            AuditRecord(
                .removeMember, organization: organization, subject: account,
                before: AssignedRole.summary(of: member.roles)))
        try giveBackReviews(of: account)
    }

    /// Gives back the reviews of an account that may no longer review them.
    private func giveBackReviews(of account: String) throws {
        let person = try view.person(account)
        for version in try view.versions(where: "reviewer = \(.text(account)) ORDER BY version.mini_app, version.code")
        where !PermissionMatrix.allows(.review, of: version.subject, to: person) {
            _ = try giveBack(version, by: .system, comment: "The reviewer may no longer review it.")
        }
    }

    /// Makes an account a member.
    package func join(_ account: String, _ organization: String, as roles: [AssignedRole]) throws {
        try session.perform(
            """
            INSERT INTO member (organization, account, joined)
            VALUES (\(.text(organization)), \(.text(account)), \(.integer(time)))
            """)
        try insert(roles, of: account, in: organization)
    }

    private func insert(_ roles: [AssignedRole], of account: String, in organization: String) throws {
        for role in roles {
            try session.perform(
                """
                INSERT INTO member_role (organization, account, role, only_one)
                VALUES (\(.text(organization)), \(.text(account)), \(.text(role.role.rawValue)),
                    \(.text(role.only ?? "")))
                """)
        }
    }

    /// Returns a member's current state, also for a caller who may no longer manage members since this change.
    private func member(_ account: String, of organization: String) throws -> Member {
        guard let member = try view.member(account, of: organization) else { throw ActionError.unknown("member") }
        return member
    }

    /// A member whom the caller may manage.
    private func member(
        _ account: String, of organization: String, by caller: Caller
    ) throws -> (organization: Organization, member: Member) {
        let found = try self.organization(organization, for: .manageMembers, by: caller)
        try view.requireConfirmation(of: caller)
        guard let member = try view.member(account, of: organization) else { throw ActionError.unknown("member") }
        try requireMayAppoint(member.roles, by: caller)
        return (found, member)
    }

    /// Only platform administrators appoint platform administrators.
    func requireMayAppoint(
        _ roles: [AssignedRole], insteadOf before: [AssignedRole] = [], by caller: Caller
    ) throws {
        let isOfPlatform = (roles + before).contains { $0.role == .platformAdministrator }
        if isOfPlatform { try view.require(.manageOrganizations, of: .center, by: caller, named: "member") }
    }

    /// - Throws: ``ActionError/lastAdministrator`` if the organization would be left without an administrator.
    func keepAnAdministrator(without member: Member, as roles: [AssignedRole] = []) throws {
        let role =
            member.organization == Organization.platform ? Role.platformAdministrator : .organizationAdministrator
        let needed = AssignedRole(role)
        guard !member.isSuspended, member.roles.contains(needed), !roles.contains(needed) else { return }
        let isAnother = try session.exists(
            """
            SELECT 1 FROM member_role
            JOIN member ON member.organization = member_role.organization AND member.account = member_role.account
            JOIN account ON account.id = member.account
            WHERE member_role.organization = \(.text(member.organization)) AND role = \(.text(role.rawValue))
                AND member.account <> \(.text(member.account.id)) AND member.is_suspended = 0
                AND account.is_suspended = 0
            """)
        guard isAnother else { throw ActionError.lastAdministrator }
    }

    private func endEverything(of account: String, in organization: String) throws {
        try session.perform("DELETE FROM work_session WHERE account = \(.text(account))")
        try endDeviceCodes(of: account)
        let invitations = try session.rows(
            """
            SELECT id FROM invitation WHERE inviter = \(.text(account)) AND organization = \(.text(organization))
                AND state = 'open' ORDER BY id
            """)
        for row in invitations {
            let id = try row.text(0)
            try session.perform("UPDATE invitation SET state = 'revoked' WHERE id = \(.text(id))")
            try note(AuditRecord(.revokeInvitation, organization: organization, subject: id))
        }
        let keys = try session.rows(
            """
            SELECT id FROM api_key WHERE maker = \(.text(account)) AND organization = \(.text(organization)) ORDER BY id
            """)
        for key in keys {
            let id = try key.text(0)
            try session.perform("DELETE FROM api_key WHERE id = \(.text(id))")
            try note(AuditRecord(.revokeKey, organization: organization, subject: id))
        }
    }
}
