import AtollCenterAPI
import AtollCenterDomain

extension HistoryEntryView: Documented {
    package init(_ entry: AuditEntry, names: [String: String]) {
        self.init(
            time: entry.time,
            actorKind: entry.actorKind,
            actorName: names[entry.actor],
            via: entry.channel,
            action: entry.action,
            before: entry.before,
            after: entry.after,
            comment: entry.comment)
    }

    package static let schemaName = "HistoryEntry"
    package static let schema = JSONSchema.object(
        [
            "time": .time, "actorKind": .one(of: AuditActor.Kind.allCases.map(\.rawValue)), "actorName": .text(),
            "via": .one(of: AuditActor.Channel.allCases.map(\.rawValue)),
            "action": .one(of: AuditAction.allCases.map(\.rawValue)), "before": .text(), "after": .text(),
            "comment": .text(),
        ], optional: ["actorName", "before", "after", "comment"])
}
