import AtollPackages
import AtollRateLimiting
import AtollRuntime
import Foundation
import Logging

/// Creates the tokens with which mini apps call their back ends for users. No other part of the platform does: apps do
/// not have their own keys.
struct MiniAppTokens: Sendable {
    /// The bearer of a token: a user of a session, in a running version.
    struct Bearer: Sendable {
        let user: User
        let session: Session
        let miniApp: InstalledMiniApp
        /// The launch for which the user may have agreed once; nil outside the web shell.
        let launch: SHA256Hash?
        /// The publisher that signed the version; nil if it is unsigned, as before its release.
        let publisher: PublisherID?
    }

    /// A token that was created, with its purpose.
    struct Made: Sendable {
        let token: AccessToken
        let claims: MiniAppClaims
    }

    let issuer: TokenIssuer
    let issued: IssuedTokens
    let consents: ConsentStore
    let entitlements: LaunchEntitlements
    let names: PairwiseNames
    /// The super app's id and version.
    let host: (superApp: String, version: String)
    let logger: Logger
    var now: @Sendable () -> Date = { Date() }

    /// The limit for the tokens of one user for one mini app.
    private let mints = RateLimiter<String>(.init(burst: 60, perSecond: 1))

    init(
        issuer: TokenIssuer, issued: IssuedTokens, consents: ConsentStore, entitlements: LaunchEntitlements,
        names: PairwiseNames,
        host: (superApp: String, version: String), logger: Logger
    ) {
        self.issuer = issuer
        self.issued = issued
        self.consents = consents
        self.entitlements = entitlements
        self.names = names
        self.host = host
        self.logger = logger
    }

    /// The request as the running version's manifest declares it.
    ///
    /// - Throws: ``BridgeError/Code/audience`` or ``BridgeError/Code/scope``.
    static func declared(
        _ request: TokenRequest, in miniApp: InstalledMiniApp
    ) throws(BridgeError) -> Manifest.Token {
        guard !miniApp.permissionsDenied.contains(TokenPermission.group),
            let declared = miniApp.manifest.tokens.first(where: { $0.audience == request.audience })
        else { throw BridgeError(.audience, "The manifest does not ask for tokens for this audience.") }
        guard Set(request.scopes).isSubset(of: declared.scopes) else {
            throw BridgeError(.scope, "The manifest does not ask for one of these scopes.")
        }
        return declared
    }

    /// Creates a token. The caller has checked that the session is alive and the user may open the mini app.
    ///
    /// - Throws: A ``BridgeError`` if the manifest does not declare the request, the user has not agreed, or there were
    ///   too many.
    func make(_ request: TokenRequest, for bearer: Bearer) async throws -> Made {
        let id = bearer.miniApp.manifest.id
        let permission = TokenPermission.name(for: try Self.declared(request, in: bearer.miniApp))
        let states = try await consents.states(of: bearer.miniApp, for: bearer.user.id, launch: bearer.launch)
        guard states[permission] == .granted else {
            throw BridgeError(
                .permissionDenied, "The user has not allowed it.",
                data: ["permission": .string(TokenPermission.group)])
        }
        let wait = mints.take("\(id) \(bearer.user.id)")
        guard wait <= .zero else {
            let retryAfter = Int(wait.components.seconds) * 1_000 + 1_000
            throw BridgeError(
                .limited, "Too many tokens. Use one until it ends.", data: ["retryAfter": .integer(retryAfter)])
        }
        let time = now().wholeSeconds
        let facts = ScopedFacts(of: bearer.user, scopes: request.scopes)
        let forgotten = try await consents.timesForgotten(id, by: bearer.user.id)
        let claims = MiniAppClaims(
            iss: issuer.issuer, sub: subject(of: bearer, forgotten: forgotten),
            aud: request.audience, client_id: id.rawValue, scope: request.scopes.joined(separator: " "), iat: time,
            // Clocks of back ends may be a little behind.
            nbf: time - 30, exp: time + Int(TokenIssuer.lifetime), jti: Secret.random(), act: .init(sub: host.superApp),
            auth_time: (bearer.session.created ?? now()).wholeSeconds, env: id.isPreview ? "preview" : "production",
            atoll: .init(code: bearer.miniApp.manifest.version.code, host: "\(host.superApp)/\(host.version)"),
            name: facts.name, email: facts.email, email_verified: facts.email.map { _ in true }, roles: facts.roles)
        let text = try await issuer.keys.sign(claims, type: MiniAppClaims.type)
        let expires = Date(timeIntervalSince1970: TimeInterval(claims.exp))
        await issued.add(
            .init(
                user: bearer.user.id, session: bearer.session.id, miniApp: id, audience: request.audience,
                scopes: request.scopes, permission: permission, launch: bearer.launch, expires: expires), claims.jti)
        // If the user revoked the consent in the meantime, this token is not recorded yet and was not revoked with it.
        guard await consents.isGranted(permission, of: id, by: bearer.user.id, launch: bearer.launch) else {
            await issued.revoke(claims.jti)
            throw BridgeError(.permissionDenied, "The user has not allowed it.")
        }
        logger.info(
            "A mini app got a token for its back end.",
            metadata: ["miniApp": "\(id)", "audience": "\(request.audience)", "jti": "\(claims.jti)"])
        return Made(token: AccessToken(text, expires: expires), claims: claims)
    }

    /// The user's identifier for the back end. An unreleased version may not share the identifier of its publisher's
    /// other mini apps, because that has not been approved yet.
    private func subject(of bearer: Bearer, forgotten: Int) -> String {
        let manifest = bearer.miniApp.manifest
        guard manifest.sector == .publisher, let publisher = bearer.publisher, !manifest.id.isPreview else {
            return names.name(of: bearer.user.id, in: manifest.id, forgotten: forgotten)
        }
        return names.name(of: bearer.user.id, in: manifest.id, by: publisher, forgotten: forgotten)
    }

    /// Returns an id token for the same user, for the mini app itself.
    func identity(with made: Made) async throws -> String {
        let claims = made.claims
        return try await issuer.keys.sign(
            IdentityClaims(
                iss: claims.iss, sub: claims.sub, aud: claims.client_id, iat: claims.iat, exp: claims.exp,
                auth_time: claims.auth_time, name: claims.name, email: claims.email,
                email_verified: claims.email_verified), type: "JWT")
    }

    /// The claims of one of our tokens that is still valid: neither the token nor the session has ended, and the
    /// consent was not revoked.
    func active(_ token: String, sessions: SessionStore) async -> (claims: MiniAppClaims, record: IssuedTokens.Record)?
    {
        guard token.utf8.count <= 8_192,
            let claims: MiniAppClaims = try? await issuer.keys.verified(token, type: MiniAppClaims.type),
            claims.iss == issuer.issuer, let record = await issued.record(claims.jti),
            await sessions.session(record.session) != nil,
            await consents.isGranted(record.permission, of: record.miniApp, by: record.user, launch: record.launch),
            await entitlements.stillAllow(record.session, record.miniApp)
        else { return nil }
        return (claims, record)
    }
}
