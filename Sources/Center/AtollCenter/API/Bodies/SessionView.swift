struct SessionView: Codable, Sendable, Documented {
    let id: String
    let kind: String
    let agent: String
    let created: Int
    let seen: Int
    let expires: Int
    /// Whether it is the one that asks.
    let isThis: Bool

    init(_ session: WorkSession, isThis: Bool) {
        id = session.id
        kind = session.kind.rawValue
        agent = session.agent
        created = session.created
        seen = session.seen
        expires = session.expires
        self.isThis = isThis
    }

    static let schemaName = "Session"
    static let schema = JSONSchema.object([
        "id": .text(1...64), "kind": .one(of: ["console", "command"]), "agent": .text(0...200), "created": .time,
        "seen": .time, "expires": .time, "isThis": .bool,
    ])
}
