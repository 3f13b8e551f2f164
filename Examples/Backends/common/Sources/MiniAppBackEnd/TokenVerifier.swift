import Foundation
import JWTKit
import SignedJSON

/// Verifies the super app's tokens with its published keys, as any back end does: `docs/sign-on.md`.
actor TokenVerifier {
    /// The claims of a token that this back end reads.
    package struct Claims: JWTPayload {
        let iss: String
        let aud: String
        let client_id: String
        /// The user's id, which is always the same in this mini app, and different in every other.
        package let sub: String
        let scope: String
        let env: String
        let nbf: NotBeforeClaim
        let exp: ExpirationClaim
        /// The user's name; requires the scope `profile`.
        let name: String?
        /// The user's roles that begin with a prefix; requires a scope `roles:<prefix>`.
        let roles: [String]?

        package func verify(using algorithm: some JWTAlgorithm) throws {
            try exp.verifyNotExpired()
            try nbf.verifyNotBefore()
        }
    }

    /// Fetches the key set.
    typealias Fetch = @Sendable (URL) async throws -> String

    private let configuration: BackEndConfiguration
    private let fetch: Fetch
    private var keys = JWTKeyCollection()
    private var known: Set<String> = []
    private let now: @Sendable () -> ContinuousClock.Instant
    /// The times at which the keys were last requested, and last received.
    private var asked: ContinuousClock.Instant?
    private var fetched: ContinuousClock.Instant?
    private var updating: Task<Void, Never>?
    /// Whether the last request for the keys failed.
    private var hasFailed = false

    /// The shortest time between two requests for the keys, even if they fail or tokens name invented keys.
    static let patience = Duration.seconds(10)
    /// How long a key set is fresh, as its publisher states.
    static let lifetime = Duration.seconds(300)
    /// How long a key set is used if it can't be refreshed; after that, a revoked key is no longer accepted.
    static let outage = Duration.seconds(3_600)

    /// The super app's keys are unavailable, so a token can't be verified.
    struct KeysUnavailable: Error {}

    init(
        _ configuration: BackEndConfiguration, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        fetch: @escaping Fetch
    ) {
        self.configuration = configuration
        self.now = now
        self.fetch = fetch
    }

    /// The claims of a token, if it is valid for this back end.
    ///
    /// - Returns: nil for any other token: of another type, for another audience, of another mini app, or expired.
    /// - Throws: ``KeysUnavailable``, which says nothing about the token: the caller can try again.
    func claims(of token: String) async throws(KeysUnavailable) -> Claims? {
        guard CompactToken.isSound(token, upTo: 8_192),
            let header = try? DefaultJWTParser().parse(Array(token.utf8), as: Claims.self).header,
            header.alg == "ES256", header.typ == "at+jwt", let key = header.kid
        else { return nil }
        if !known.contains(key) || isOld { await update() }
        guard let fetched, fetched.duration(to: now()) <= Self.outage else { throw KeysUnavailable() }
        // The token's key may be a new one.
        guard known.contains(key) || !hasFailed else { throw KeysUnavailable() }
        guard known.contains(key), let claims = try? await keys.verify(token, as: Claims.self),
            claims.iss == configuration.issuer, claims.aud == configuration.audience,
            claims.client_id == configuration.miniApp, claims.env == "production"
        else { return nil }
        return claims
    }

    private var isOld: Bool { fetched.map { $0.duration(to: now()) > Self.lifetime } ?? true }

    /// Fetches the keys, once for all concurrent callers.
    private func update() async {
        if let running = updating { return await running.value }
        let time = now()
        if let asked, asked.duration(to: time) < Self.patience { return }
        asked = time
        let running = Task { await fetchKeys() }
        updating = running
        await running.value
        updating = nil
    }

    private func fetchKeys() async {
        hasFailed = true
        guard let text = try? await fetch(configuration.keys),
            let set = try? JSONDecoder().decode(JWKS.self, fromForeign: Data(text.utf8))
        else { return }
        let fresh = JWTKeyCollection()
        guard (try? await fresh.add(jwks: set)) != nil else { return }
        keys = fresh
        known = Set(set.keys.compactMap { $0.keyIdentifier?.string })
        fetched = now()
        hasFailed = false
    }
}
