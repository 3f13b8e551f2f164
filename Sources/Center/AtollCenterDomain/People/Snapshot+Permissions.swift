import AtollCenterAPI
import AtollPackages
import SQLStatements

extension Snapshot {
    /// Returns a person with their current roles: none where they are suspended, where the organization is closed, or
    /// where it needs a second factor that they have not set up.
    package func person(_ account: String) throws -> Person {
        let rows = try session.rows(
            """
            SELECT member.organization, member_role.role, member_role.only_one
            FROM account
            JOIN member ON member.account = account.id AND member.is_suspended = 0
            JOIN organization ON organization.id = member.organization AND organization.is_closed = 0
            LEFT JOIN member_role ON member_role.organization = member.organization AND member_role.account = account.id
                AND (organization.needs_second_factor = 0 OR account.totp_is_on = 1)
            WHERE account.id = \(.text(account)) AND account.is_suspended = 0
            ORDER BY member.organization, member_role.role, member_role.only_one
            """)
        var roles: [String: [AssignedRole]] = [:]
        var order: [String] = []
        for row in rows {
            let organization = try row.text(0)
            if roles[organization] == nil { order.append(organization) }
            // A role that a newer program knows permits nothing here.
            let role = try row.optionalText(1).flatMap(Role.init(rawValue:))
            let only = try row.optionalText(2).flatMap { $0.isEmpty ? nil : $0 }
            roles[organization, default: []] += role.map { [AssignedRole($0, only: only)] } ?? []
        }
        var person = Person(
            id: account,
            memberships: order.map { Person.Membership(organization: $0, roles: roles[$0] ?? []) })
        person.home = Set(
            try session.rows("SELECT organization FROM member WHERE account = \(.text(account))").map { try $0.text(0) }
        )
        return person
    }

    /// Whether a caller may do something.
    package func allows(_ action: Action, of subject: PermissionSubject, to caller: Caller) throws -> Bool {
        try permissions(of: caller).allows(action, of: subject)
    }

    /// Returns the permissions of a caller, for a list of subjects.
    package func permissions(of caller: Caller) throws -> CallerPermissions { try CallerPermissions(of: caller, self) }

    /// Whether the creator of an API key for an organization may do something; for one that the operator made, the
    /// organization itself is the creator.
    package func allows(
        _ action: Action, of subject: PermissionSubject, toMakerOfKeyOf organization: String, _ maker: String?
    ) throws -> Bool {
        try person(ofKeyOf: organization, maker).map { PermissionMatrix.allows(action, of: subject, to: $0) } ?? false
    }

    /// - Throws: ``ActionError/forbidden(_:)``, or ``ActionError/unknown(_:)`` for what the caller may not even know
    ///   of.
    package func require(
        _ action: Action, of subject: PermissionSubject, by caller: Caller, named name: String
    ) throws {
        if try allows(action, of: subject, to: caller) { return }
        let isKnown =
            try allows(.readOrganization, of: subject, to: caller)
            || allows(.readVersions, of: subject, to: caller)
            || subject.isSuperApp && allows(.readSuperApps, of: subject, to: caller)
        if let account = caller.account, let organization = subject.organization,
            try lacksSecondFactor(account, in: organization)
        {
            throw ActionError.secondFactorNeeded
        }
        throw isKnown || subject == .center ? ActionError.forbidden(action) : ActionError.unknown(name)
    }

    /// Whether an organization needs a second factor that a member does not have.
    private func lacksSecondFactor(_ account: String, in organization: String) throws -> Bool {
        try session.exists(
            """
            SELECT 1 FROM account JOIN member ON member.account = account.id
            JOIN organization ON organization.id = member.organization
            WHERE account.id = \(.text(account)) AND account.totp_is_on = 0 AND organization.needs_second_factor = 1
                AND organization.id = \(.text(organization)) AND member.is_suspended = 0
            """)
    }

    /// - Throws: ``ActionError/confirmationNeeded`` unless the caller has entered their password within 15 minutes. A
    ///   key has none, and needs a scope instead.
    package func requireConfirmation(of caller: Caller) throws {
        if case .person(_, isConfirmed: false) = caller.credentials { throw ActionError.confirmationNeeded }
    }
}
