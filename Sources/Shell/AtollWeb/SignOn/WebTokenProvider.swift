import AtollCatalog
import AtollPackages
import AtollRuntime
import Foundation
import Logging

/// Provides the mini apps of the web shell with tokens. They are created here, and only the token leaves the server.
///
/// A token is reused until a minute before it expires, unless it has been revoked. The bridge has asked for the consent
/// each time.
struct WebTokenProvider: TokenProvider {
    let tokens: MiniAppTokens
    let codes: AuthorizationCodes
    let browsers: BrowserSessions
    let cache: MiniAppCache
    let logger: Logger
    private let given = GivenTokens()

    init(
        tokens: MiniAppTokens, codes: AuthorizationCodes, browsers: BrowserSessions, cache: MiniAppCache, logger: Logger
    ) {
        self.tokens = tokens
        self.codes = codes
        self.browsers = browsers
        self.cache = cache
        self.logger = logger
    }

    func token(
        for request: TokenRequest, isFresh: Bool, _ context: BridgeContext
    ) async throws(BridgeError) -> AccessToken {
        let bearer = try await bearer(context)
        let key = GivenTokens.Key(
            session: bearer.session.id, fileList: bearer.miniApp.digest, user: context.user.pairwiseID, request: request
        )
        if !isFresh, let known = await given.token(for: key), await tokens.issued.record(known.id) != nil {
            return known.token
        }
        return try await made {
            let made = try await tokens.make(request, for: bearer)
            await given.keep(made.token, made.claims.jti, for: key)
            return made.token
        }
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
            else { throw BridgeError(.permissionDenied, "The user is no longer signed in.") }
            return .init(
                user: user, session: session, miniApp: miniApp, launch: SHA256Hash(hex: context.launch),
                publisher: miniApp.manifest.sector == nil ? nil : try await cache.publisher(of: miniApp))
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
