/// Something that somebody is told of: a row of the audit log that concerns them.
struct Notice: Sendable {
    let entry: AuditEntry
    let kind: NoticeKind
    let isRead: Bool

    /// How many are kept for one person.
    static let maximum = 1_000
    /// For how many seconds they are kept.
    static let lifetime = 180 * 86_400
    /// After how many seconds what waits for a mail of the day goes out.
    static let day = 86_400
}
