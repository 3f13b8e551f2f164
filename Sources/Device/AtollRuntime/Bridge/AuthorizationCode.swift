import Foundation

/// A code for a back end, which is valid once.
public struct AuthorizationCode: Hashable, Sendable {
    /// The code.
    public let text: String
    /// When it ends.
    public let expires: Date

    /// Describes a code.
    public init(_ text: String, expires: Date) {
        self.text = text
        self.expires = expires
    }
}
