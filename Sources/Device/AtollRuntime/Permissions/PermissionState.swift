/// The state of a permission of a mini app.
public enum PermissionState: String, Hashable, Sendable, Codable, CaseIterable {
    /// The user has given it.
    case granted
    /// The user has refused it.
    case denied
    /// The user was not asked yet, or may be asked again.
    case prompt
    /// The manifest does not ask for it, the operator denies it, or the host can't provide it: the user is not asked.
    case unavailable
}
