import AtollCenterAPI

/// A notice: a row of the audit log that concerns the reader.
package struct Notice: Sendable {
    package let entry: AuditEntry
    package let kind: NoticeKind
    package let isRead: Bool
    /// How often it could not be sent by mail.
    package var failures = 0

    /// After how many seconds mail that could not be sent is tried again, twice as many each time; and how often.
    package static let pause = 300
    static let maximumFailures = 8
    /// The time for which they are stored, in seconds.
    package static let lifetime = 180 * 86_400
    /// After how many seconds what waits for a mail of the day goes out.
    package static let day = 86_400
}
