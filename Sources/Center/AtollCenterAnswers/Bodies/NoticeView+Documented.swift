import AtollCenterAPI
import AtollCenterDomain

extension NoticeView: Documented {
    package init(_ notice: Notice, names: [String: String], about version: (title: String, name: String)?) {
        let entry = notice.entry
        self.init(
            number: entry.number,
            time: entry.time,
            kind: notice.kind,
            isRead: notice.isRead,
            action: entry.action,
            actorName: names[entry.actor],
            organization: entry.organization,
            superApp: entry.superApp,
            miniApp: entry.miniApp,
            code: entry.code,
            title: version?.title,
            versionName: entry.code == nil ? nil : version?.name,
            subject: entry.subject,
            after: entry.after)
    }

    package static let schemaName = "Notice"
    package static let schema = JSONSchema.object(
        [
            "number": .integer(1...Int.max), "time": .time, "kind": .one(of: NoticeKind.allCases.map(\.rawValue)),
            "isRead": .bool, "action": .one(of: AuditAction.allCases.map(\.rawValue)), "actorName": .text(),
            "organization": .text(), "superApp": .text(), "miniApp": .text(), "code": .integer(0...Int.max),
            "title": .text(), "versionName": .text(),
            "subject": .text(), "after": .text(),
        ],
        optional: [
            "actorName", "organization", "superApp", "miniApp", "code", "title", "versionName", "subject", "after",
        ])
}
