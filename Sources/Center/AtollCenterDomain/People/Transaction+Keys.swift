import AtollCenterAPI
import AtollPackages
import Foundation
import SQLStatements

extension Snapshot {
    /// Returns the API keys of an organization, or only those of one creator; the newest first.
    package func keys(of organization: String, madeBy maker: String? = nil) throws -> [OrganizationKey] {
        let condition: SQLFragment = maker.map { " AND maker = \(.text($0))" } ?? ""
        return try session.rows(
            """
            SELECT \(Self.keyColumns) FROM api_key WHERE (organization = \(.text(organization))
                OR organization IS NULL AND publisher = (
                    SELECT other.publisher FROM organization AS other WHERE other.id = \(.text(organization))
                )) AND trusted_publisher IS NULL\(condition)
            ORDER BY created DESC, id
            """
        ).map(Self.key)
    }

    /// An API key by its id.
    package func key(_ id: String) throws -> OrganizationKey? {
        try session.row("SELECT \(Self.keyColumns) FROM api_key WHERE id = \(.text(id))").map(Self.key)
    }

    /// A key that the operator made belongs to the organization that publishes under its id.
    private static let keyColumns: SQLFragment = """
        id, coalesce(organization, (SELECT other.id FROM organization AS other WHERE other.publisher = api_key.publisher)),
        name, maker, scopes, ids, created, expires, used, trusted_publisher
        """

    private static func key(_ row: SQLRow) throws -> OrganizationKey {
        func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
        return OrganizationKey(
            id: try row.text(0), organization: try row.optionalText(1), name: try row.text(2),
            maker: try row.optionalText(3), scopes: words(try row.text(4)), ids: words(try row.text(5)),
            created: try row.int(6), expires: try row.int(7), used: try row.optionalInt(8),
            trustedPublisher: try row.optionalText(9))
    }
}

extension Transaction {
    /// Makes an API key for an organization. It permits no more than its maker may do when it is used.
    ///
    /// - Parameters:
    ///   - id: Its public part, new and random.
    ///   - digest: Of its secret part.
    package func createKey(
        _ id: String, digest: Data, for organization: String, named name: String, scopes: Set<APIKeyScope>,
        ids: [MiniAppID], days: Int, by caller: Caller
    ) throws -> OrganizationKey {
        let maker = try requirePerson(caller, .manageOwnKeys, in: organization)
        try view.requireConfirmation(of: caller)
        guard let found = try view.organization(organization) else { throw ActionError.unknown("organization") }
        guard let publisher = found.publisher else {
            throw ActionError.conflict(rule: "no-publisher", "An organization that does not publish has no API keys.")
        }
        try Name.check(name, as: "name")
        guard !scopes.isEmpty else { throw ActionError.invalid("scopes", "must have at least one scope") }
        guard (1...OrganizationKey.maximumDays).contains(days) else {
            throw ActionError.invalid("days", "must be from 1 to \(OrganizationKey.maximumDays)")
        }
        guard ids.count <= 50, ids.allSatisfy({ $0.belongs(to: publisher) }) else {
            throw ActionError.invalid("ids", "must have at most 50 ids of \(publisher)")
        }
        guard try view.keys(of: organization).count < OrganizationKey.maximumCount else {
            throw ActionError.conflict(
                rule: "too-many-keys",
                "An organization has at most \(OrganizationKey.maximumCount) API keys: revoke one first."
            )
        }
        let scopeText = scopes.map(\.rawValue).sorted().joined(separator: " ")
        let idText = ids.map(\.rawValue).sorted().joined(separator: " ")
        try session.perform(
            """
            INSERT INTO api_key (id, secret_sha256, publisher, scopes, ids, created, expires, organization, maker, name)
            VALUES (\(.text(id)), \(.bytes(digest)), \(.text(publisher.rawValue)), \(.text(scopeText)), \(.text(idText)),
                \(.integer(time)), \(.integer(time + days * 86_400)), \(.text(organization)), \(.text(maker)),
                \(.text(name)))
            """)
        try note(AuditRecord(.createKey, organization: organization, subject: id, after: scopeText))
        guard let key = try view.key(id) else { throw ActionError.unknown("API key") }
        return key
    }

    /// Removes an API key: one's own, or any of the organization.
    package func revokeKey(_ id: String, of organization: String, by caller: Caller) throws {
        let mayRevokeAny = try view.allows(
            .manageKeys, of: PermissionSubject(organization: organization), to: caller)
        let maker = mayRevokeAny ? nil : try requirePerson(caller, .manageOwnKeys, in: organization)
        guard let key = try view.key(id), key.organization == organization, maker == nil || key.maker == maker else {
            throw ActionError.unknown("API key")
        }
        try remove(key, .revokeKey)
    }

    /// Removes a key that was found in public.
    package func removeLeakedKey(_ id: String) throws {
        guard let key = try view.key(id) else { return }
        try remove(key, .reportLeakedKey)
    }

    /// Notes that a key was used, which is written once in a while; the first use is a row of the audit log.
    package func noteUse(of id: String) throws {
        guard let key = try view.key(id) else { return }
        // Another request may have noted it in the meantime.
        guard time - (key.used ?? 0) >= OrganizationKey.usedInterval else { return }
        try session.perform("UPDATE api_key SET used = \(.integer(time)) WHERE id = \(.text(id))")
        if key.used == nil { try note(AuditRecord(.useKeyFirst, organization: key.organization, subject: id)) }
    }

    private func remove(_ key: OrganizationKey, _ action: AuditAction) throws {
        try session.perform("DELETE FROM api_key WHERE id = \(.text(key.id))")
        try note(AuditRecord(action, organization: key.organization, subject: key.id))
    }

    /// Returns the account of a caller who may manage their own keys in an organization that they belong to.
    private func requirePerson(_ caller: Caller, _ action: Action, in organization: String) throws -> String {
        guard let account = caller.account else { throw ActionError.forbidden(action) }
        let person = try view.person(account)
        guard person.isMember(of: organization) else { throw ActionError.unknown("organization") }
        let only = Person(id: account, memberships: person.memberships.filter { $0.organization == organization })
        let subject = PermissionSubject(organization: organization, maker: account)
        guard PermissionMatrix.allows(action, of: subject, to: only) else { throw ActionError.forbidden(action) }
        return account
    }
}
