struct MemberView: Codable, Sendable, Documented {
    let account: String
    let name: String
    let email: String
    let roles: [RoleView]
    let isSuspended: Bool
    let hasSecondFactor: Bool
    let joined: Int

    init(_ member: Member) {
        account = member.account.id
        name = member.account.name
        email = member.account.email
        roles = member.roles.map(RoleView.init)
        isSuspended = member.isSuspended
        hasSecondFactor = member.account.hasSecondFactor
        joined = member.joined
    }

    static let schemaName = "Member"
    static let schema = JSONSchema.object([
        "account": .text(1...64), "name": .text(1...100), "email": .email,
        "roles": .list(of: RoleView.schema, upTo: AssignedRole.maximumCount), "isSuspended": .bool,
        "hasSecondFactor": .bool, "joined": .time,
    ])
}
