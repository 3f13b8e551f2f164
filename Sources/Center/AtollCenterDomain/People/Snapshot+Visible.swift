import AtollCenterAPI
import AtollPackages
import SQLStatements

extension Snapshot {
    /// The organizations that a caller may see, in the order of their ids, after one of them.
    package func organizations(visibleTo caller: Caller, after cursor: String, limit: Int) throws -> [Organization] {
        guard let own = try ownOrganizations(of: caller) else { return try organizations(after: cursor, limit: limit) }
        let visible = try own.filter { $0 > cursor }.sorted().filter { id in
            try allows(.readOrganization, of: PermissionSubject(organization: id), to: caller)
        }
        return try visible.prefix(limit).compactMap { try organization($0) }
    }

    /// Returns the rows of the audit log that a caller may see; `nil` for all.
    ///
    /// - Throws: ``ActionError/forbidden(_:)`` if it is nothing.
    package func visibleAudit(for caller: Caller) throws -> AuditFilter.Visible? {
        if try allows(.readAudit, of: .center, to: caller) { return nil }
        guard let only = auditedApps(of: caller) else { throw ActionError.forbidden(.readAudit) }
        if !only.isEmpty { return try visibleAudit(for: caller, of: only) }
        var visible = AuditFilter.Visible()
        var seesSome = false
        for id in try ownOrganizations(of: caller) ?? [] {
            if try allows(.readAudit, of: PermissionSubject(organization: id), to: caller) {
                seesSome = true
                visible.organizations.append(id)
                visible.superApps += try superApps(of: id).map(\.id.rawValue)
            }
        }
        if let account = caller.maker {
            for membership in try holder(account, of: caller).memberships {
                for role in membership.roles {
                    switch (role.role, role.only) {
                    case (.reviewer, _): visible.actors.append(account)
                    case (.developer, nil): visible.miniAppsOf.append(membership.organization)
                    case (.developer, let id?): visible.miniApps.append(id)
                    case (.superAppAdministrator, let only):
                        // There may be none yet.
                        seesSome = true
                        visible.superApps += try superApps(of: membership.organization).map(\.id.rawValue)
                            .filter { only == nil || only == $0 }
                    default: break
                    }
                }
            }
        }
        guard seesSome || visible != AuditFilter.Visible() else { throw ActionError.forbidden(.readAudit) }
        return visible
    }

    /// The mini apps and super apps that an API key is limited to. Empty if it has no such limit, nil if its scopes
    /// don't include the audit log.
    private func auditedApps(of caller: Caller) -> Set<MiniAppID>? {
        guard case .key(_, _, _, let ids, _) = caller.credentials else { return [] }
        return caller.hasScope(for: .readAudit) ? ids : nil
    }

    /// The part of the audit log that an API key for some mini apps or super apps can read: their rows, if its creator
    /// can read them.
    private func visibleAudit(for caller: Caller, of ids: Set<MiniAppID>) throws -> AuditFilter.Visible {
        var visible = AuditFilter.Visible()
        for id in ids.sorted(by: { $0.rawValue < $1.rawValue }) {
            let subject = try subject(of: id)
            if try isAllowed(.uploadVersions, of: subject, toMakerOf: caller)
                || isAllowed(.readAudit, of: subject, toMakerOf: caller)
            {
                visible.miniApps.append(id.rawValue)
            }
            if let superApp = try superApp(id.rawValue),
                try isAllowed(.manageSuperApps, of: superApp.subject, toMakerOf: caller)
            {
                visible.superApps.append(id.rawValue)
            }
        }
        guard visible != AuditFilter.Visible() else { throw ActionError.forbidden(.readAudit) }
        return visible
    }

    private func isAllowed(
        _ action: Action, of subject: PermissionSubject, toMakerOf caller: Caller
    ) throws -> Bool {
        guard case .key(_, _, let organization, _, let maker) = caller.credentials else { return false }
        return try allows(action, of: subject, toMakerOfKeyOf: organization, maker)
    }

    /// Returns a person with their roles, limited by the credentials that they use: an API key is of one organization.
    private func holder(_ account: String, of caller: Caller) throws -> Person {
        guard case .key(_, _, let organization, _, _) = caller.credentials else { return try person(account) }
        return try person(account).only(in: organization)
    }

    /// Rows without the addresses and programs of people and API keys of other organizations than the reader's.
    package func hidingOrigins(
        of entries: [AuditEntry], from visible: AuditFilter.Visible?, to caller: Caller
    ) throws -> [AuditEntry] {
        guard visible != nil else { return entries }
        let organizations = try ownOrganizations(of: caller) ?? []
        let actors = Set(entries.map(\.actor))
        guard !organizations.isEmpty, !actors.isEmpty else {
            return entries.map { entry in
                var shown = entry
                shown.from = nil
                return shown
            }
        }
        func list(_ texts: some Sequence<String>) -> SQLFragment {
            texts.map { SQLFragment("\(.text($0))") }.joined(separator: ", ")
        }
        let known = Set(
            try session.rows(
                """
                SELECT account FROM member WHERE account IN (\(list(actors))) AND organization IN (\(list(organizations)))
                UNION SELECT id FROM api_key WHERE id IN (\(list(actors))) AND organization IN (\(list(organizations)))
                """
            ).map { try $0.text(0) })
        return entries.map { entry in
            var shown = entry
            if !known.contains(entry.actor) { shown.from = nil }
            return shown
        }
    }

    /// Returns the names of people, API keys and trusted publishers: those of the organizations that a caller may see.
    package func names(of actors: Set<String>, visibleTo caller: Caller) throws -> [String: String] {
        let ids = actors.filter { !$0.isEmpty }.sorted()
        let own = try ownOrganizations(of: caller)
        guard !ids.isEmpty, own?.isEmpty != true else { return [:] }
        func list(_ texts: [String]) -> SQLFragment {
            texts.map { SQLFragment("\(.text($0))") }.joined(separator: ", ")
        }
        let (some, organizations) = (list(ids), own.map(list))
        func among(_ column: SQLFragment) -> SQLFragment { organizations.map { " AND \(column) IN (\($0))" } ?? "" }
        let isMember: SQLFragment =
            organizations.map {
                " AND EXISTS (SELECT 1 FROM member WHERE member.account = account.id AND organization IN (\($0)))"
            } ?? ""
        let rows = try session.rows(
            """
            SELECT id, name FROM account WHERE id IN (\(some))\(isMember)
            UNION ALL SELECT id, name FROM api_key WHERE id IN (\(some)) AND name <> ''\(among("organization"))
            UNION ALL SELECT id, name FROM trusted_publisher WHERE id IN (\(some))\(among("organization"))
            """)
        return Dictionary(try rows.map { (try $0.text(0), try $0.text(1)) }) { first, _ in first }
    }

    /// The organizations that a caller belongs to, or nil if they may see all.
    package func ownOrganizations(of caller: Caller) throws -> [String]? {
        if try allows(.readOrganization, of: .center, to: caller) { return nil }
        switch caller.credentials {
        case .operator: return nil
        case .person(let id, _): return try person(id).memberships.map(\.organization)
        case .key(_, _, let organization, _, _): return organization.isEmpty ? [] : [organization]
        }
    }
}
