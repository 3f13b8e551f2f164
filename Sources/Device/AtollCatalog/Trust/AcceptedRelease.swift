import AtollPackages
import Foundation

/// A release that a device accepts.
public struct AcceptedRelease: Hashable, Sendable {
    /// The statement of its publisher, verified.
    public let statement: ReleaseStatement
    /// The permissions in its manifest that the operator denies.
    public let permissionsDenied: [String]
}
