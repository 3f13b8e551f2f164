/// Roles that somebody is given.
package struct RolesBody: Codable, Sendable {
    package let roles: [AssignedRole]

    package init(roles: [AssignedRole]) {
        self.roles = roles
    }
}
