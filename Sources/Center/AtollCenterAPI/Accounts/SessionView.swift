package struct SessionView: Codable, Sendable {
    package let id: String
    package let kind: String
    package let agent: String
    package let created: Int
    package let seen: Int
    package let expires: Int
    /// Whether it is the one that asks.
    package let isThis: Bool

    package init(id: String, kind: String, agent: String, created: Int, seen: Int, expires: Int, isThis: Bool) {
        self.id = id
        self.kind = kind
        self.agent = agent
        self.created = created
        self.seen = seen
        self.expires = expires
        self.isThis = isThis
    }
}
