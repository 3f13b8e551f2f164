import AtollPackages

/// A question to the user before a mini app continues.
public struct PermissionQuestion: Hashable, Sendable {
    /// The mini app's name.
    public let name: String
    /// The publisher who has signed it, such as `com.example`; `nil` for an unsigned one.
    public let publisher: String?
    /// The permissions that it would like to have, with the reasons that its publisher states.
    public let permissions: [Manifest.Permission]
}
