import AtollCenterAPI

/// A signed-in person, with their memberships.
package struct Person: Hashable, Sendable {
    /// The account's id.
    package let id: String
    package let memberships: [Membership]
    /// The organizations that they belong to at all, even while they are suspended there, or it is closed.
    package var home: Set<String> = []

    /// The roles of a person in one organization. A suspended member, or a member of a closed organization, has none.
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
