import AtollPackages

/// What a user is asked before a mini app goes on.
public struct PermissionQuestion: Hashable, Sendable {
    /// The mini app's name.
    public let name: String
    /// Who has signed it, such as `com.example`; nil if nobody has.
    public let publisher: String?
    /// The permissions that it would like to have, with the reasons that its publisher states.
    public let permissions: [Manifest.Permission]
}
