/// The roles of a member.
package struct RolesBody: Codable, Sendable {
    package let roles: [AssignedRole]

    package init(roles: [AssignedRole]) {
        self.roles = roles
    }
}
