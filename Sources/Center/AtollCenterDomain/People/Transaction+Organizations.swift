import AtollCenterAPI
import AtollPackages
import SQLStatements

extension Snapshot {
    /// An organization, or nil.
    package func organization(_ id: String) throws -> Organization? {
        try session.row("\(Self.organizations) WHERE id = \(.text(id))").map(Self.organization)
    }

    /// The organization that publishes under an id, or nil.
    package func organization(publishing publisher: PublisherID) throws -> Organization? {
        try session.row("\(Self.organizations) WHERE publisher = \(.text(publisher.rawValue))").map(Self.organization)
    }

    /// Organizations in the order of their ids, after one of them.
    package func organizations(after id: String, limit: Int) throws -> [Organization] {
        try session.rows(
            "\(Self.organizations) WHERE id > \(.text(id)) ORDER BY id LIMIT \(.integer(limit))"
        ).map(Self.organization)
    }

    private static let organizations: SQLFragment = """
        SELECT id, name, publisher, owns_super_apps, needs_second_factor, is_closed, created, revision FROM organization
        """

    private static func organization(_ row: SQLRow) throws -> Organization {
        Organization(
            id: try row.text(0), name: try row.text(1), publisher: try row.optionalText(2).flatMap { PublisherID($0) },
            ownsSuperApps: try row.bool(3), needsSecondFactor: try row.bool(4), isClosed: try row.bool(5),
            created: try row.int(6), revision: try row.int(7))
    }
}

extension Transaction {
    /// Creates an organization.
    ///
    /// - Parameters:
    ///   - publisher: Under which it publishes, or nil.
    ///   - caller: Must be permitted ``Action/manageOrganizations``.
    package func createOrganization(
        _ id: String, name: String, publisher: PublisherID?, ownsSuperApps: Bool, by caller: Caller
    ) throws -> Organization {
        try view.require(.manageOrganizations, of: .center, by: caller, named: "organization")
        try view.requireConfirmation(of: caller)
        guard Organization.isID(id) else {
            throw ActionError.invalid(
                "id", "must be 2 to 40 lowercase letters, digits and hyphens, and begin and end with a letter or digit")
        }
        try Name.check(name, as: "name", upTo: Organization.maximumName)
        guard try view.organization(id) == nil else {
            throw ActionError.taken("id", "There is an organization with this id already.")
        }
        if let publisher {
            let others = try session.rows("SELECT publisher FROM organization WHERE publisher IS NOT NULL")
                .compactMap { PublisherID(try $0.text(0)) }
            guard !others.contains(publisher) else {
                throw ActionError.taken("publisher", "Another organization publishes under this id already.")
            }
            guard !others.contains(where: publisher.overlaps) else {
                throw ActionError.taken(
                    "publisher",
                    "The publisher id of another organization begins with this one, or this one begins with it.")
            }
        }
        try session.perform(
            """
            INSERT INTO organization (id, name, publisher, owns_super_apps, created)
            VALUES (\(.text(id)), \(.text(name)), \(.text(publisher?.rawValue)), \(.flag(ownsSuperApps)),
                \(.integer(time)))
            """)
        try note(AuditRecord(.createOrganization, organization: id, after: name))
        return try found(id)
    }

    /// Changes an organization's name and rules.
    ///
    /// - Parameters:
    ///   - ownsSuperApps: Whether it may own super apps, which the caller must be permitted to say by
    ///     ``Action/manageOrganizations``; nil to leave it.
    ///   - revision: The revision that the caller has seen, or nil for any.
    package func changeOrganization(
        _ id: String, name: String?, needsSecondFactor: Bool?, ownsSuperApps: Bool? = nil, revision: Int?,
        by caller: Caller
    ) throws -> Organization {
        let old = try organization(id, for: .changeOrganization, by: caller)
        if ownsSuperApps != nil {
            try view.require(.manageOrganizations, of: .center, by: caller, named: "organization")
        }
        try view.requireConfirmation(of: caller)
        try check(revision, of: old)
        guard
            name ?? old.name != old.name || needsSecondFactor ?? old.needsSecondFactor != old.needsSecondFactor
                || ownsSuperApps ?? old.ownsSuperApps != old.ownsSuperApps
        else { return old }
        if let ownsSuperApps, ownsSuperApps != old.ownsSuperApps {
            try session.perform(
                "UPDATE organization SET owns_super_apps = \(.flag(ownsSuperApps)) WHERE id = \(.text(id))")
            try note(
                AuditRecord(
                    .changeOrganizationPolicy, organization: id, subject: "super-apps",
                    before: "\(old.ownsSuperApps)", after: "\(ownsSuperApps)"))
        }
        if let name, name != old.name {
            try Name.check(name, as: "name", upTo: Organization.maximumName)
            try session.perform("UPDATE organization SET name = \(.text(name)) WHERE id = \(.text(id))")
            try note(AuditRecord(.renameOrganization, organization: id, before: old.name, after: name))
        }
        if let needsSecondFactor, needsSecondFactor != old.needsSecondFactor {
            try session.perform(
                """
                UPDATE organization SET needs_second_factor = \(.flag(needsSecondFactor)) WHERE id = \(.text(id))
                """)
            try note(
                AuditRecord(
                    .changeOrganizationPolicy, organization: id, subject: "second-factor",
                    before: "\(old.needsSecondFactor)", after: "\(needsSecondFactor)"))
        }
        try session.perform("UPDATE organization SET revision = revision + 1 WHERE id = \(.text(id))")
        return try found(id)
    }

    /// Closes an organization: its members can no longer act in it, and its API keys stop working. What it has
    /// published stays.
    package func closeOrganization(_ id: String, comment: String?, by caller: Caller) throws -> Organization {
        try view.require(.manageOrganizations, of: .center, by: caller, named: "organization")
        try view.requireConfirmation(of: caller)
        guard let old = try view.organization(id) else { throw ActionError.unknown("organization") }
        guard id != Organization.platform else {
            throw ActionError.conflict(rule: "platform", "The organization that runs the Center can't be closed.")
        }
        guard !old.isClosed else { return old }
        try session.perform(
            "UPDATE organization SET is_closed = 1, revision = revision + 1 WHERE id = \(.text(id))")
        try note(AuditRecord(.closeOrganization, organization: id, comment: comment))
        return try found(id)
    }

    /// An organization that the caller may do something with.
    package func organization(_ id: String, for action: Action, by caller: Caller) throws -> Organization {
        try view.require(action, of: PermissionSubject(organization: id), by: caller, named: "organization")
        guard let found = try view.organization(id) else { throw ActionError.unknown("organization") }
        guard !found.isClosed else {
            throw ActionError.conflict(rule: "closed", "The organization is closed.")
        }
        return found
    }

    private func found(_ id: String) throws -> Organization {
        guard let found = try view.organization(id) else { throw ActionError.unknown("organization") }
        return found
    }

    private func check(_ revision: Int?, of organization: Organization) throws(ActionError) {
        guard revision == nil || revision == organization.revision else {
            throw .changed(revision: organization.revision)
        }
    }
}

extension SQLValue {
    /// True and false as both databases have them in these tables: 1 and 0.
    static func flag(_ value: Bool) -> SQLValue { .integer(value ? 1 : 0) }
}
