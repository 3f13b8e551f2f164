import AtollCenterAPI

/// Somebody who has signed in, with what they may do where.
package struct Person: Hashable, Sendable {
    /// The account's id.
    package let id: String
    package let memberships: [Membership]
    /// The organizations that they belong to at all, even while they are suspended there, or it is closed.
    package var home: Set<String> = []

    /// Somebody's roles in one organization. One that is suspended, or whose organization is closed, has none.
    package struct Membership: Hashable, Sendable {
        package let organization: String
        package let roles: [AssignedRole]

        package init(organization: String, roles: [AssignedRole]) {
            self.organization = organization
            self.roles = roles
        }
    }

    package init(id: String, memberships: [Membership]) {
        self.id = id
        self.memberships = memberships
    }

    /// Whether they are a member of the organization.
    func isMember(of organization: String) -> Bool {
        home.contains(organization) || memberships.contains { $0.organization == organization }
    }
}
