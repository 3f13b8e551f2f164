package struct InvitationView: Codable, Sendable {
    package let id: String
    package let organization: String
    /// Nil once it was forgotten.
    package let email: String?
    package let roles: [AssignedRole]
    package let state: String
    package let created: Int
    package let expires: Int

    package init(
        id: String, organization: String, email: String? = nil, roles: [AssignedRole], state: String, created: Int,
        expires: Int
    ) {
        self.id = id
        self.organization = organization
        self.email = email
        self.roles = roles
        self.state = state
        self.created = created
        self.expires = expires
    }
}
