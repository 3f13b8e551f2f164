import Foundation
import JWTKit

/// Checks the super app's tokens by its published keys, as any back end does: `docs/sign-on.md`.
actor TokenVerifier {
    /// What this back end reads of a token.
    struct Claims: JWTPayload {
        let iss: String
        let aud: String
        let client_id: String
        /// Who it is: always the same in this mini app, and different in every other.
        let sub: String
        let scope: String
        let env: String
        let nbf: NotBeforeClaim
        let exp: ExpirationClaim
        let name: String?

        func verify(using algorithm: some JWTAlgorithm) throws {
            try exp.verifyNotExpired()
            try nbf.verifyNotBefore()
        }
    }

    /// Gets the key set's bytes.
    typealias Fetch = @Sendable (URL) async throws -> String

    private let configuration: KudosConfiguration
    private let fetch: Fetch
    private var keys = JWTKeyCollection()
    private var known: Set<String> = []
    private var fetched: ContinuousClock.Instant?
    private var updating: Task<Void, Never>?

    /// A key that is not known is asked for again, but not each time that somebody invents one.
    private static let patience = Duration.seconds(10)
    /// For how long a key set counts, as its publisher says.
    private static let lifetime = Duration.seconds(300)

    init(_ configuration: KudosConfiguration, fetch: @escaping Fetch) {
        self.configuration = configuration
        self.fetch = fetch
    }

    /// What a token says, if it is a good one for this back end.
    ///
    /// - Returns: nil for any other: of another kind, for another audience, of another mini app, too old.
    func claims(of token: String) async -> Claims? {
        guard token.utf8.count <= 8_192,
            let header = try? DefaultJWTParser().parse(Array(token.utf8), as: Claims.self).header,
            header.alg == "ES256", header.typ == "at+jwt", let key = header.kid
        else { return nil }
        if !known.contains(key) || isOld { await update() }
        guard known.contains(key), let claims = try? await keys.verify(token, as: Claims.self),
            claims.iss == configuration.issuer, claims.aud == configuration.audience,
            claims.client_id == configuration.miniApp, claims.env == "production"
        else { return nil }
        return claims
    }

    private var isOld: Bool { fetched.map { $0.duration(to: .now) > Self.lifetime } ?? true }

    /// Gets the keys, once for all who ask at the same time.
    private func update() async {
        if let running = updating { return await running.value }
        if let fetched, fetched.duration(to: .now) < Self.patience { return }
        let running = Task { await fetchKeys() }
        updating = running
        await running.value
        updating = nil
    }

    private func fetchKeys() async {
        guard let text = try? await fetch(configuration.keys),
            let set = try? JSONDecoder().decode(JWKS.self, from: Data(text.utf8))
        else { return }
        let fresh = JWTKeyCollection()
        guard (try? await fresh.add(jwks: set)) != nil else { return }
        keys = fresh
        known = Set(set.keys.compactMap { $0.keyIdentifier?.string })
        fetched = .now
    }
}
