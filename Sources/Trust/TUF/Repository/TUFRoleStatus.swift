import Foundation
import SignedJSON

/// The status of a role.
public struct TUFRoleStatus: Hashable, Sendable {
    /// The role's name.
    public let role: String
    /// The role's current version.
    public let version: Int
    /// The time at which the role's metadata expires.
    public let expires: Date
    /// Whether enough of the keys that sign for it are available.
    public let canBeSigned: Bool
    /// Whether any of the keys that sign for it is available.
    public let hasSigner: Bool
}
