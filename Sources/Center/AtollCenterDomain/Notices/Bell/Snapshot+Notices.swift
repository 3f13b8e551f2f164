import AtollCenterAPI
import AtollPackages
import Foundation
import SQLStatements

extension Snapshot {
    /// Returns the notices of an account, the newest first.
    package func notices(of account: String, before number: Int?, limit: Int) throws -> [Notice] {
        let older: SQLFragment = number.map { "AND number < \(.integer($0))" } ?? ""
        return try session.rows(
            """
            SELECT \(Self.columns) FROM notice WHERE account = \(.text(account)) \(older)
            ORDER BY number DESC LIMIT \(.integer(limit))
            """
        ).compactMap(notice)
    }

    /// One notice, or nil.
    package func notice(_ number: Int, of account: String) throws -> Notice? {
        try session.row(
            """
            SELECT \(Self.columns) FROM notice WHERE account = \(.text(account)) AND number = \(.integer(number))
            """
        ).flatMap(notice)
    }

    private static let columns: SQLFragment = "number, kind, is_read, failures"

    private func notice(_ row: SQLRow) throws -> Notice? {
        guard let kind = NoticeKind(rawValue: try row.text(1)),
            let entry = try AuditLog.entry(row.int(0), session)
        else { return nil }
        return Notice(entry: entry, kind: kind, isRead: try row.bool(2), failures: try row.int(3))
    }

    package func unreadNotices(of account: String) throws -> Int {
        try session.row("SELECT count(*) FROM notice WHERE account = \(.text(account)) AND is_read = 0")?.int(0) ?? 0
    }

    /// Returns the mail settings of an account for each kind of notice.
    package func noticeModes(of account: String) throws -> [NoticeKind: NoticeKind.Mode] {
        var modes = Dictionary(NoticeKind.allCases.map { ($0, $0.usualMode) }) { $1 }
        for row in try session.rows("SELECT kind, mode FROM notice_setting WHERE account = \(.text(account))") {
            guard let kind = NoticeKind(rawValue: try row.text(0)), !kind.isSecurity,
                let mode = NoticeKind.Mode(rawValue: try row.text(1))
            else { continue }
            modes[kind] = mode
        }
        return modes
    }

    /// The last row of the audit log that was turned into notices.
    private func announcedUpTo() throws -> Int {
        try session.row("SELECT number FROM audit_reader WHERE name = 'notices'")?.int(0) ?? 0
    }

    /// The number of rows without a reader after which the position is stored.
    private static let passing = 1_000

    /// Whether there is anything to announce, or the reader's place is to be stored.
    package func isBehindWithNotices() throws -> Bool {
        let (entries, upTo) = try unannounced(limit: 1)
        return try !entries.isEmpty || upTo > announcedUpTo() + Self.passing
    }

    /// The next rows to announce, and how far the log was read to find them.
    func unannounced(limit: Int) throws -> (entries: [AuditEntry], upTo: Int) {
        let read = try announcedUpTo()
        let last = try AuditLog.head(session).number
        let entries = try AuditLog.entries(NoticeKind.actions, after: read, limit: limit, session)
        return (entries, entries.count < limit ? last : entries.last?.number ?? last)
    }

    /// Returns the accounts whose mail is due, with the kind of mail: immediate, or daily.
    package func mailDue(limit: Int) throws -> [(account: String, mode: NoticeKind.Mode)] {
        try session.rows(
            """
            SELECT account, mail FROM notice
            WHERE mail <> 'off' AND mail_at <= \(.integer(time))
            GROUP BY account, mail ORDER BY min(mail_at), account LIMIT \(.integer(limit))
            """
        ).compactMap { row in
            guard let mode = NoticeKind.Mode(rawValue: try row.text(1)) else { return nil }
            return (try row.text(0), mode)
        }
    }

    // MARK: Whom it concerns

    /// Returns the accounts that a row of the audit log concerns, except its actor.
    package func audience(of entry: AuditEntry, _ kind: NoticeKind) throws -> Set<String> {
        switch kind {
        case .newDevice, .password, .secondFactor:
            // Notices about an account's security go to the account, even if it is the actor.
            return Set([entry.subject ?? entry.actor])
        case .key: return Set([entry.actor])
        case .role: return Set([entry.subject].compactMap(\.self)).subtracting([entry.actor])
        case .webhookFailed:
            return try entry.organization.map { try members(of: $0, as: [.organizationAdministrator]) } ?? []
        case .grantAsked:
            guard let superApp = entry.superApp, let owner = try self.superApp(superApp)?.organization else {
                return []
            }
            let keepers = try members(of: owner, as: [.superAppAdministrator], only: superApp)
            return try keepers.union(members(of: owner, as: [.organizationAdministrator])).subtracting([entry.actor])
        case .grantDecided:
            return try entry.subject.map { try members(of: $0, as: [.organizationAdministrator]) } ?? []
        case .keysAsked:
            return try members(of: Organization.platform, as: [.platformAdministrator]).subtracting([entry.actor])
        case .keysDecided:
            return try entry.organization.map { try members(of: $0, as: [.organizationAdministrator]) } ?? []
        case .problemReported, .harmReported:
            let makers = try entry.organization.map { organization in
                try members(of: organization, as: [.organizationAdministrator])
                    .union(members(of: organization, as: [.developer], only: entry.miniApp))
            }
            // Who runs the super app is asked to judge what may harm people.
            guard kind == .harmReported, let superApp = entry.superApp,
                let owner = try self.superApp(superApp)?.organization
            else { return makers ?? [] }
            return try members(of: owner, as: [.superAppAdministrator], only: superApp).union(makers ?? [])
        case .waitingForReview:
            // In a super app without reviews, it is approved by now.
            if let id = entry.miniApp.flatMap({ MiniAppID($0) }), let code = entry.code,
                let version = try version(code, of: id), ![.submitted, .inReview].contains(version.state)
            {
                return []
            }
            guard let superApp = entry.superApp, let owner = try self.superApp(superApp)?.organization else {
                return []
            }
            return try members(of: owner, as: [.reviewer], only: superApp).subtracting([entry.actor])
        default: return try people(around: entry, kind).subtracting([entry.actor])
        }
    }

    /// The uploader of the version and its reviewer; and, if something is wrong, the people responsible for it.
    private func people(around entry: AuditEntry, _ kind: NoticeKind) throws -> Set<String> {
        guard let id = entry.miniApp.flatMap({ MiniAppID($0) }) else { return [] }
        var found: Set<String> = []
        if let code = entry.code, let version = try version(code, of: id) {
            let isTalk = [.comment, .question, .mustChange].contains(kind)
            // Not an account that may no longer see it.
            for account in [version.maker, isTalk ? version.reviewer : nil].compactMap(\.self)
            where try self.account(account) != nil
                && PermissionMatrix.allows(.readVersions, of: version.subject, to: person(account))
            {
                found.insert(account)
            }
        }
        if [.held, .withdrawn, .back, .quarantined].contains(kind), let organization = entry.organization {
            found.formUnion(try members(of: organization, as: [.organizationAdministrator]))
            found.formUnion(try members(of: organization, as: [.developer], only: id.rawValue))
        }
        return found
    }

    /// The members of an organization with one of these roles, also if they have it for one thing only.
    private func members(of organization: String, as roles: [Role], only one: String? = nil) throws -> Set<String> {
        guard try self.organization(organization).map({ !$0.isClosed }) ?? false else { return [] }
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
