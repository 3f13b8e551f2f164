package struct NewInvitation: Codable, Sendable {
    package let email: String
    package let roles: [AssignedRole]

    package init(email: String, roles: [AssignedRole]) {
        self.email = email
        self.roles = roles
    }
}
