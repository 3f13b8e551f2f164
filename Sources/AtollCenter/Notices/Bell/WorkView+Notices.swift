import AtollPackages
import Foundation
import SQLStatements

extension WorkView {
    /// What somebody was told of, the newest first.
    func notices(of account: String, before number: Int?, limit: Int) throws -> [Notice] {
        let older: SQLFragment = number.map { "AND number < \(.integer($0))" } ?? ""
        let rows = try session.rows(
            """
            SELECT number, kind, is_read FROM notice WHERE account = \(.text(account)) \(older)
            ORDER BY number DESC LIMIT \(.integer(limit))
            """
        ).map { (number: try $0.int(0), kind: try $0.text(1), isRead: try $0.bool(2)) }
        return try rows.compactMap { row in
            guard let kind = NoticeKind(rawValue: row.kind), let entry = try AuditLog.entry(row.number, session) else {
                return nil
            }
            return Notice(entry: entry, kind: kind, isRead: row.isRead)
        }
    }

    func unreadNotices(of account: String) throws -> Int {
        try session.row("SELECT count(*) FROM notice WHERE account = \(.text(account)) AND is_read = 0")?.int(0) ?? 0
    }

    /// How somebody is told of each kind besides the bell.
    func noticeModes(of account: String) throws -> [NoticeKind: NoticeKind.Mode] {
        var modes = Dictionary(NoticeKind.allCases.map { ($0, $0.usualMode) }) { $1 }
        for row in try session.rows("SELECT kind, mode FROM notice_setting WHERE account = \(.text(account))") {
            guard let kind = NoticeKind(rawValue: try row.text(0)), !kind.isSecurity,
                let mode = NoticeKind.Mode(rawValue: try row.text(1))
            else { continue }
            modes[kind] = mode
        }
        return modes
    }

    /// The rows that nobody was told of yet, and the last one that there is.
    func unannounced(limit: Int) throws -> (entries: [AuditEntry], upTo: Int) {
        let read = try session.row("SELECT number FROM audit_reader WHERE name = 'notices'")?.int(0) ?? 0
        let last = try AuditLog.head(session).number
        let entries = try AuditLog.entries(NoticeKind.actions, after: read, limit: limit, session)
        return (entries, entries.count < limit ? last : entries.last?.number ?? last)
    }

    /// Those whose mail is due, with what it is about: at once, or what a day has brought.
    func mailDue(limit: Int) throws -> [(account: String, mode: NoticeKind.Mode)] {
        try session.rows(
            """
            SELECT account, mail FROM notice
            WHERE mail = 'now' OR (mail = 'daily' AND made <= \(.integer(time - Notice.day)))
            GROUP BY account, mail ORDER BY min(made), account LIMIT \(.integer(limit))
            """
        ).compactMap { row in
            guard let mode = NoticeKind.Mode(rawValue: try row.text(1)) else { return nil }
            return (try row.text(0), mode)
        }
    }

    // MARK: Whom it concerns

    /// The accounts that a row of the audit log concerns, but for whoever has done it.
    func audience(of entry: AuditEntry, _ kind: NoticeKind) throws -> Set<String> {
        switch kind {
        case .newDevice, .password, .secondFactor:
            // One is told of one's own security whoever has done it.
            return Set([entry.subject ?? entry.actor])
        case .key: return Set([entry.actor])
        case .role: return Set([entry.subject].compactMap(\.self)).subtracting([entry.actor])
        case .webhookFailed:
            return try entry.organization.map { try members(of: $0, as: [.organizationAdministrator]) } ?? []
        case .grantAsked:
            guard let superApp = entry.superApp, let owner = try superApp.asSuperApp(self)?.organization else {
                return []
            }
            let keepers = try members(of: owner, as: [.superAppAdministrator], only: superApp)
            return try keepers.union(members(of: owner, as: [.organizationAdministrator])).subtracting([entry.actor])
        case .grantDecided:
            return try entry.subject.map { try members(of: $0, as: [.organizationAdministrator]) } ?? []
        case .waitingForReview:
            guard let superApp = entry.superApp, let owner = try superApp.asSuperApp(self)?.organization else {
                return []
            }
            return try members(of: owner, as: [.reviewer], only: superApp).subtracting([entry.actor])
        default: return try people(around: entry, kind).subtracting([entry.actor])
        }
    }

    /// Whoever made the version and whoever reviews it; and, if something is wrong, those who answer for it.
    private func people(around entry: AuditEntry, _ kind: NoticeKind) throws -> Set<String> {
        guard let id = entry.miniApp.flatMap({ MiniAppID($0) }) else { return [] }
        var found: Set<String> = []
        if let code = entry.code, let version = try version(code, of: id) {
            if let maker = version.maker { found.insert(maker) }
            let isTalk = [.comment, .question, .mustChange].contains(kind)
            if isTalk, let reviewer = version.reviewer { found.insert(reviewer) }
        }
        if [.held, .withdrawn, .back, .quarantined].contains(kind), let organization = entry.organization {
            found.formUnion(try members(of: organization, as: [.organizationAdministrator]))
            found.formUnion(try members(of: organization, as: [.developer], only: id.rawValue))
        }
        // Of an API key or a CI job there is nobody to tell.
        return try found.filter { try account($0) != nil }
    }

    /// The members of an organization with one of these roles, also if they have it for one thing only.
    private func members(of organization: String, as roles: [Role], only one: String? = nil) throws -> Set<String> {
        let names = roles.map { SQLFragment("\(.text($0.rawValue))") }.joined(separator: ", ")
        let narrow: SQLFragment = one.map { "AND only_one IN ('', \(.text($0)))" } ?? ""
        return Set(
            try session.rows(
                """
                SELECT DISTINCT member.account FROM member_role
                JOIN member ON member.organization = member_role.organization AND member.account = member_role.account
                JOIN account ON account.id = member.account
                WHERE member.organization = \(.text(organization)) AND role IN (\(names)) \(narrow)
                    AND member.is_suspended = 0 AND account.is_suspended = 0
                LIMIT 1000
                """
            ).map { try $0.text(0) })
    }
}

extension String {
    fileprivate func asSuperApp(_ view: WorkView) throws -> SuperApp? { try view.superApp(self) }
}
