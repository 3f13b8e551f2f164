/// Something that has happened to a version.
struct HistoryEntryView: Codable, Sendable, Documented {
    /// In milliseconds since 1970.
    let time: Int
    let actorKind: String
    /// Nil for somebody whom the reader does not know.
    let actorName: String?
    let via: String
    let action: String
    let before: String?
    let after: String?
    let comment: String?

    init(_ entry: AuditEntry, names: [String: String]) {
        (time, actorKind, actorName) = (entry.time, entry.actorKind, names[entry.actor])
        (via, action, before, after, comment) = (entry.channel, entry.action, entry.before, entry.after, entry.comment)
    }

    static let schemaName = "HistoryEntry"
    static let schema = JSONSchema.object(
        [
            "time": .time, "actorKind": .one(of: AuditActor.Kind.allCases.map(\.rawValue)), "actorName": .text(),
            "via": .one(of: AuditActor.Channel.allCases.map(\.rawValue)),
            "action": .one(of: AuditAction.allCases.map(\.rawValue)), "before": .text(), "after": .text(),
            "comment": .text(),
        ], optional: ["actorName", "before", "after", "comment"])
}
