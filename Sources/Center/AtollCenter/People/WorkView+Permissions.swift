import AtollCenterAPI
import AtollPackages
import SQLStatements

extension WorkView {
    /// Somebody with their roles now: none where they are suspended, where the organization is closed, or where it needs a
    /// second factor that they have not set up.
    func person(_ account: String) throws -> Person {
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
    func allows(_ action: Action, of subject: PermissionSubject, to caller: Caller) throws -> Bool {
        switch caller.credentials {
        case .operator: return true
        case .person(let id, _):
            return PermissionMatrix.allows(action, of: subject, to: try person(id))
        case .key(let key, let scopes, let organization, let ids, let maker):
            guard let scope = PermissionMatrix.scope(for: action), scopes.contains(scope) else { return false }
            guard ids.isEmpty || ids.contains(where: { $0.rawValue == subject.miniApp ?? subject.superApp }) else {
                return false
            }
            if organization.isEmpty { return try allows(action, of: subject, toKeyOfPublisher: key) }
            return try isStillTrusted(key, for: subject.miniApp)
                && allows(action, of: subject, toMakerOfKeyOf: organization, maker)
        }
    }

    /// Whether a key that the operator made for a publisher without an organization permits something: what an administrator of
    /// that publisher's organization could do with its own mini apps, if there were one.
    private func allows(_ action: Action, of subject: PermissionSubject, toKeyOfPublisher key: String) throws -> Bool {
        let row = try session.row("SELECT publisher FROM api_key WHERE id = \(.text(key))")
        guard subject.organization == nil, let publisher = try row.flatMap({ try PublisherID($0.text(0)) }),
            let id = subject.miniApp.flatMap({ MiniAppID($0) }), id.belongs(to: publisher),
            try miniApp(id).map({ $0.publisher == publisher }) ?? true
        else { return false }
        var own = subject
        own.organization = Self.publisherWithoutOrganization
        return PermissionMatrix.allows(action, of: own, to: .keeper(of: Self.publisherWithoutOrganization))
    }

    /// Stands for the organization of such a publisher. No organization has it as its id.
    private static let publisherWithoutOrganization = "(none)"

    /// Whether whoever made an API key for an organization may do something; of one that the operator made, the organization
    /// itself is the maker.
    func allows(
        _ action: Action, of subject: PermissionSubject, toMakerOfKeyOf organization: String, _ maker: String?
    ) throws -> Bool {
        guard let maker else {
            guard try self.organization(organization)?.isClosed == false else { return false }
            return PermissionMatrix.allows(action, of: subject, to: .keeper(of: organization))
        }
        return PermissionMatrix.allows(action, of: subject, to: try person(maker).only(in: organization))
    }

    /// - Throws: ``WorkError/forbidden(_:)``, or ``WorkError/unknown(_:)`` for what the caller may not even know of.
    func require(
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
            throw WorkError.secondFactorNeeded
        }
        throw isKnown || subject == .center ? WorkError.forbidden(action) : WorkError.unknown(name)
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

    /// - Throws: ``WorkError/confirmationNeeded`` unless somebody has entered their password within 15 minutes. A key has
    ///   none, and needs a scope instead.
    func requireConfirmation(of caller: Caller) throws {
        if case .person(_, isConfirmed: false) = caller.credentials { throw WorkError.confirmationNeeded }
    }
}

extension Person {
    /// Stands for an organization itself: what any of its administrators may do.
    fileprivate static func keeper(of organization: String) -> Person {
        Person(
            id: "",
            memberships: [
                Membership(
                    organization: organization,
                    roles: [AssignedRole(.organizationAdministrator), AssignedRole(.superAppAdministrator)])
            ])
    }

    /// The same person without their roles elsewhere; they are members there all the same.
    func only(in organization: String) -> Person {
        var person = Person(
            id: id,
            memberships: memberships.map {
                $0.organization == organization ? $0 : Membership(organization: $0.organization, roles: [])
            })
        person.home = home
        return person
    }
}
