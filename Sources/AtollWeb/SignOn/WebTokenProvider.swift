import AtollCatalog
import AtollPackages
import AtollRuntime
import Foundation
import Logging

/// Gives the mini apps of the web shell their tokens: they are made here, and nothing but the token leaves the server.
struct WebTokenProvider: TokenProvider {
    let tokens: MiniAppTokens
    let codes: AuthorizationCodes
    let browsers: BrowserSessions
    let cache: MiniAppCache
    let logger: Logger

    func token(
        for request: TokenRequest, isFresh: Bool, _ context: BridgeContext
    ) async throws(BridgeError) -> AccessToken {
        // Each one is made anew, and says what is so now.
        let bearer = try await bearer(context)
        return try await made { try await tokens.make(request, for: bearer).token }
    }

    func code(for request: TokenRequest, _ context: BridgeContext) async throws(BridgeError) -> AuthorizationCode {
        let bearer = try await bearer(context)
        return try await made { try await codes.issue(request, for: bearer) }
    }

    private func bearer(_ context: BridgeContext) async throws(BridgeError) -> MiniAppTokens.Bearer {
        try await made {
            guard let id = SHA256Hash(hex: context.session), let session = await browsers.sessions.session(id),
                let user = try await browsers.users.user(id: session.user), let files = context.fileList,
                let miniApp = try await cache.installed(context.miniApp, fileList: files)
            else { throw BridgeError(.permissionDenied, "The user is not signed in any more.") }
            return .init(user: user, session: session, miniApp: miniApp, launch: SHA256Hash(hex: context.launch))
        }
    }

    private func made<Value: Sendable>(_ body: () async throws -> Value) async throws(BridgeError) -> Value {
        do {
            return try await body()
        } catch let error as BridgeError {
            throw error
        } catch {
            logger.error("A token could not be made.", metadata: ["error": "\(error)"])
            throw BridgeError(.internal, "The super app can't make a token right now.")
        }
    }
}
