import AtollPackages
import AtollRuntime
import Foundation

/// Gets tokens for mini apps' back ends from the super app's server, and reuses each until a minute before it expires.
public actor ServerTokens: TokenProvider {
    private struct Key: Hashable {
        let miniApp: MiniAppID
        let user: String
        let request: TokenRequest
    }

    private let server: SuperAppServer
    private let now: @Sendable () -> Date
    private var tokens: [Key: AccessToken] = [:]

    private static let capacity = 100

    /// Creates a provider.
    public init(_ server: SuperAppServer, now: @escaping @Sendable () -> Date = { Date() }) {
        self.server = server
        self.now = now
    }

    /// Returns a new token of the server, or a cached one that is valid for more than a minute.
    public func token(
        for request: TokenRequest, isFresh: Bool, _ context: BridgeContext
    ) async throws(BridgeError) -> AccessToken {
        let key = Key(miniApp: context.miniApp, user: context.user.pairwiseID, request: request)
        if !isFresh, let known = tokens[key], known.expires.timeIntervalSince(now()) > 60 { return known }
        let answer = try await server.call("user.token", Self.parameters(request), of: context.miniApp)
        let token = AccessToken(try Self.text("token", of: answer), expires: try Self.end(of: answer))
        if tokens.count >= Self.capacity { tokens = [:] }
        tokens[key] = token
        return token
    }

    /// Returns a code of the server.
    public func code(for request: TokenRequest, _ context: BridgeContext) async throws(BridgeError) -> AuthorizationCode
    {
        let answer = try await server.call("user.code", Self.parameters(request), of: context.miniApp)
        return AuthorizationCode(try Self.text("code", of: answer), expires: try Self.end(of: answer))
    }

    private static func parameters(_ request: TokenRequest) -> [String: BridgeValue] {
        ["audience": .string(request.audience), "scopes": .array(request.scopes.map { .string($0) })]
    }

    private static func text(_ member: String, of answer: BridgeValue) throws(BridgeError) -> String {
        guard let text = answer[member]?.string else { throw invalid }
        return text
    }

    private static func end(of answer: BridgeValue) throws(BridgeError) -> Date {
        guard case .integer(let milliseconds)? = answer["expiresAt"] else { throw invalid }
        return Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }

    private static var invalid: BridgeError {
        BridgeError(.internal, "The super app's server sent an invalid response.")
    }
}
