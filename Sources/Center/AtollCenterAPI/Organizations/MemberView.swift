package struct MemberView: Codable, Sendable {
    package let account: String
    package let name: String
    package let email: String
    package let roles: [AssignedRole]
    package let isSuspended: Bool
    package let hasSecondFactor: Bool
    package let joined: Int

    package init(
        account: String, name: String, email: String, roles: [AssignedRole], isSuspended: Bool, hasSecondFactor: Bool,
        joined: Int
    ) {
        self.account = account
        self.name = name
        self.email = email
        self.roles = roles
        self.isSuspended = isSuspended
        self.hasSecondFactor = hasSecondFactor
        self.joined = joined
    }
}
