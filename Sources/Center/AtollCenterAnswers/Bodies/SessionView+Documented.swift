import AtollCenterAPI
import AtollCenterDomain

extension SessionView: Documented {
    package init(_ session: AccountSession, isThis: Bool) {
        self.init(
            id: session.id,
            kind: session.kind.rawValue,
            agent: session.agent,
            created: session.created,
            seen: session.seen,
            expires: session.expires,
            isThis: isThis)
    }

    package static let schemaName = "Session"
    package static let schema = JSONSchema.object([
        "id": .text(1...64), "kind": .one(of: ["console", "command"]), "agent": .text(0...200), "created": .time,
        "seen": .time, "expires": .time, "isThis": .bool,
    ])
}
