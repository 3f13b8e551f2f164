import AtollCenterAPI

/// A member of an organization.
package struct Member: Hashable, Sendable {
    package let account: Account
    package let organization: String
    package let roles: [AssignedRole]
    package let isSuspended: Bool
    package let joined: Int
}
