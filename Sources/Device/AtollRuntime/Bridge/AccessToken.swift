import Foundation

/// A token for a back end.
public struct AccessToken: Hashable, Sendable {
    /// The token.
    public let text: String
    /// When it ends.
    public let expires: Date

    /// Describes a token.
    public init(_ text: String, expires: Date) {
        self.text = text
        self.expires = expires
    }
}
