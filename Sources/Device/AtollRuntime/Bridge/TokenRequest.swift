import Foundation

/// A mini app's request for a token.
public struct TokenRequest: Hashable, Sendable {
    /// The origin of the back end, or the mini app's id.
    public let audience: String
    /// The scopes of the token, sorted.
    public let scopes: [String]

    /// Describes a request.
    public init(audience: String, scopes: [String]) {
        self.audience = audience
        self.scopes = scopes.sorted()
    }
}
