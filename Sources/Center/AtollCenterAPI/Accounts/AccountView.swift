package struct AccountView: Codable, Sendable {
    package let id: String
    package let email: String
    package let name: String
    package let hasSecondFactor: Bool
    package let organizations: [Membership]

    package struct Membership: Codable, Sendable {
        package let organization: String
        package let roles: [AssignedRole]
        /// The actions that these roles permit for a subject. The organization states which mini apps or super apps
        /// they are.
        package let actions: Actions

        package init(organization: String, roles: [AssignedRole], actions: Actions) {
            self.organization = organization
            self.roles = roles
            self.actions = actions
        }
    }

    package init(id: String, email: String, name: String, hasSecondFactor: Bool, organizations: [Membership]) {
        self.id = id
        self.email = email
        self.name = name
        self.hasSecondFactor = hasSecondFactor
        self.organizations = organizations
    }
}
