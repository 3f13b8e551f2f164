import AtollCenterAPI

extension AccountView {
    /// Whether the account has a role in any organization.
    func has(_ role: Role) -> Bool { organizations.contains { $0.roles.contains { $0.role == role } } }
}
