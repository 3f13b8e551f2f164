import Foundation

/// Gets tokens with which mini apps call their back ends for the user: from the super app's own server, which alone makes them.
public protocol TokenProvider: Sendable {
    /// A token for a back end. The bridge has checked that the manifest names it, and that the user has agreed.
    ///
    /// - Parameter isFresh: Whether a token from before is not wanted, because the back end has refused it.
    func token(
        for request: TokenRequest, isFresh: Bool, _ context: BridgeContext
    ) async throws(BridgeError) -> AccessToken

    /// A code that the back end exchanges for a token itself.
    func code(for request: TokenRequest, _ context: BridgeContext) async throws(BridgeError) -> AuthorizationCode
}

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
