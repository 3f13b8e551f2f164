import Foundation

/// What a mini app asks a token for.
public struct TokenRequest: Hashable, Sendable {
    /// The origin of the back end, or the mini app's id.
    public let audience: String
    /// What the token is to say or permit, sorted.
    public let scopes: [String]

    /// Describes a request.
    public init(audience: String, scopes: [String]) {
        self.audience = audience
        self.scopes = scopes.sorted()
    }
}
