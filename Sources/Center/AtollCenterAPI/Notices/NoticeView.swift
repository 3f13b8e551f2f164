/// A notice to an account.
package struct NoticeView: Codable, Sendable {
    /// The row of the audit log.
    package let number: Int
    /// In milliseconds since 1970.
    package let time: Int
    package let kind: NoticeKind
    package let isRead: Bool
    package let action: String
    package let actorName: String?
    package let organization: String?
    package let superApp: String?
    package let miniApp: String?
    package let code: Int?
    /// The names of the mini app and of its version.
    package let title: String?
    package let versionName: String?
    package let subject: String?
    package let after: String?

    package init(
        number: Int, time: Int, kind: NoticeKind, isRead: Bool, action: String, actorName: String? = nil,
        organization: String? = nil, superApp: String? = nil, miniApp: String? = nil, code: Int? = nil,
        title: String? = nil, versionName: String? = nil, subject: String? = nil, after: String? = nil
    ) {
        self.number = number
        self.time = time
        self.kind = kind
        self.isRead = isRead
        self.action = action
        self.actorName = actorName
        self.organization = organization
        self.superApp = superApp
        self.miniApp = miniApp
        self.code = code
        self.title = title
        self.versionName = versionName
        self.subject = subject
        self.after = after
    }
}
