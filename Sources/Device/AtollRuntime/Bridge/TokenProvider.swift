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
