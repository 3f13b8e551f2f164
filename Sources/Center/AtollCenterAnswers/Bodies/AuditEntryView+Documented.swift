import AtollCenterAPI
import AtollCenterDomain
import AtollPackages

extension AuditEntryView: Documented {
    package init(_ entry: AuditEntry, names: [String: String] = [:]) {
        self.init(
            number: entry.number,
            time: entry.time,
            actorKind: entry.actorKind,
            actor: entry.actor,
            actorName: names[entry.actor],
            via: entry.channel,
            action: entry.action,
            organization: entry.organization,
            superApp: entry.superApp,
            miniApp: entry.miniApp,
            code: entry.code,
            subject: entry.subject,
            before: entry.before,
            after: entry.after,
            comment: entry.comment,
            address: entry.from?.address,
            agent: entry.from?.agent,
            digest: entry.digest.hexadecimal)
    }

    package static let schemaName = "AuditEntry"
    package static let schema = JSONSchema.object(
        [
            "number": .integer(1...Int.max), "time": .time,
            "actorKind": .one(of: AuditActor.Kind.allCases.map(\.rawValue)),
            "actor": .text(), "actorName": .text(), "via": .one(of: AuditActor.Channel.allCases.map(\.rawValue)),
            "action": .one(of: AuditAction.allCases.map(\.rawValue)), "organization": .text(), "superApp": .text(),
            "miniApp": .text(), "code": .integer(0...Int.max), "subject": .text(), "before": .text(), "after": .text(),
            "comment": .text(), "address": .text(), "agent": .text(), "digest": .text(64...64),
        ],
        optional: [
            "actorName",
            "organization", "superApp", "miniApp", "code", "subject", "before", "after", "comment", "address", "agent",
        ])
}
