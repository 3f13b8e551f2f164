/// A role of a member, for everything or for some.
package struct AssignedRole: Hashable, Sendable, Codable {
    package let role: Role
    /// The super app or mini app that it is narrowed to, by its id; nil for all. A member may have a role several times.
    package let only: String?

    package init(_ role: Role, only: String? = nil) {
        self.role = role
        self.only = only
    }
}
