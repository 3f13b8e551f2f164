package struct AuditEntryView: Codable, Sendable {
    package let number: Int
    /// In milliseconds since 1970.
    package let time: Int
    package let actorKind: String
    package let actor: String
    /// The name of the account, the key or the trusted publisher, if the reader may see it.
    package let actorName: String?
    package let via: String
    package let action: String
    package let organization: String?
    package let superApp: String?
    package let miniApp: String?
    package let code: Int?
    package let subject: String?
    package let before: String?
    package let after: String?
    package let comment: String?
    package let address: String?
    package let agent: String?
    package let digest: String

    package init(
        number: Int, time: Int, actorKind: String, actor: String, actorName: String? = nil, via: String, action: String,
        organization: String? = nil, superApp: String? = nil, miniApp: String? = nil, code: Int? = nil,
        subject: String? = nil, before: String? = nil, after: String? = nil, comment: String? = nil,
        address: String? = nil, agent: String? = nil, digest: String
    ) {
        self.number = number
        self.time = time
        self.actorKind = actorKind
        self.actor = actor
        self.actorName = actorName
        self.via = via
        self.action = action
        self.organization = organization
        self.superApp = superApp
        self.miniApp = miniApp
        self.code = code
        self.subject = subject
        self.before = before
        self.after = after
        self.comment = comment
        self.address = address
        self.agent = agent
        self.digest = digest
    }
}
