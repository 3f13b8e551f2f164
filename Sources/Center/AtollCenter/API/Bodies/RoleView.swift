struct RoleView: Codable, Sendable {
    let role: String
    let only: String?

    init(_ role: AssignedRole) {
        self.role = role.role.rawValue
        only = role.only
    }

    static let schema = JSONSchema.object(
        ["role": .one(of: Role.allCases.map(\.rawValue)), "only": .text(1...128)], optional: ["only"])
}
