import Crypto
import Foundation
import JWTKit
import Logging
import NIOConcurrencyHelpers
import PrintableText

/// Checks the tokens that the super app gives its users: JSON Web Tokens signed with ES256 by a key of its key set.
actor TokenVerifier {
    /// What the Center reads in a user's token.
    struct UserToken: JWTPayload {
        let iss: IssuerClaim
        let aud: AudienceClaim
        let sub: SubjectClaim
        let exp: ExpirationClaim
        let nbf: NotBeforeClaim?
        let roles: [String]?
        /// The super app that the token was made for.
        let azp: String?

        func verify(using algorithm: some JWTAlgorithm) throws {
            try exp.verifyNotExpired()
            try nbf?.verifyNotBefore()
        }
    }

    private let source: SignInKeySource
    private let issuer: String
    private let audience: String
    private let logger: Logger?
    private var keys: JWTKeyCollection?
    private var loaded = ContinuousClock.now
    private var loading: Task<JWTKeyCollection, any Error>?
    /// Tokens that were found good lately, by their digest: a user's requests come with the same one for a while.
    private nonisolated let known = NIOLockedValueBox<[SHA256.Digest: Known]>([:])

    /// What a token says of who asks.
    struct Claims: Hashable, Sendable {
        let roles: Set<String>
        /// The super app that alone may ask with it.
        let superApp: String
    }

    private struct Known {
        let claims: Claims
        let expires: Date
        let checked: ContinuousClock.Instant
    }

    /// Keys are fetched anew when they are older than this, so that one that was taken back does not live on.
    private static let maximumAge = Duration.seconds(300)
    /// A token with an unknown key has them fetched too, but not more often than this.
    private static let minimumAge = Duration.seconds(5)
    /// For so long a token is taken without another look at its signature.
    private static let knownAge = Duration.seconds(30)
    private static let knownCapacity = 20_000

    init(keys: SignInKeySource, issuer: String, audience: String, logger: Logger? = nil) {
        self.logger = logger
        source = keys
        self.issuer = issuer
        self.audience = audience
    }

    /// What `token` says of who asks.
    ///
    /// - Throws: A 401 ``Problem`` where it is missing, expired, forged or for somebody else; a 503 where the super
    ///   app's keys can't be had.
    nonisolated func claims(in token: String?) async throws -> Claims {
        guard let token else { throw Problem.unauthorized("The signed-in user's token is needed as a bearer token.") }
        let digest = SHA256.hash(data: Data(token.utf8))
        let time = ContinuousClock.now
        if let found = known.withLockedValue({ $0[digest] }), time - found.checked < Self.knownAge,
            found.expires > Date()
        {
            return found.claims
        }
        let payload = try await payload(of: token)
        guard let superApp = payload.azp else {
            throw Problem.unauthorized("The token does not say which super app it was made for (azp).")
        }
        let claims = Claims(roles: Set(payload.roles ?? []), superApp: superApp)
        known.withLockedValue { known in
            if known.count >= Self.knownCapacity { known = [:] }
            known[digest] = Known(claims: claims, expires: payload.exp.value, checked: time)
        }
        return claims
    }

    private func payload(of token: String) async throws -> UserToken {
        do {
            return try await verified(token, by: currentKeys())
        } catch let problem as Problem {
            throw problem
        } catch {
            guard ContinuousClock.now - loaded > Self.minimumAge,
                let payload = try? await verified(token, by: reload())
            else { throw Problem.unauthorized("The token is not valid, or no longer.") }
            return payload
        }
    }

    private func verified(_ token: String, by keys: JWTKeyCollection) async throws -> UserToken {
        let payload = try await keys.verify(token, as: UserToken.self)
        guard payload.iss.value == issuer else { throw Problem.unauthorized("The token is from another issuer.") }
        guard payload.aud.value.contains(audience) else {
            throw Problem.unauthorized("The token is for somebody else.")
        }
        return payload
    }

    private func currentKeys() async throws -> JWTKeyCollection {
        if let keys, ContinuousClock.now - loaded < Self.maximumAge { return keys }
        return try await reload()
    }

    /// Fetches the keys; calls at the same time share one fetch.
    private func reload() async throws -> JWTKeyCollection {
        let task = loading ?? Task { try await Self.keys(from: source) }
        loading = task
        defer { loading = nil }
        do {
            let keys = try await task.value
            self.keys = keys
            loaded = .now
            return keys
        } catch {
            logger?.error(
                "The super app's sign-in keys can't be had. Is --issuer or --key-set right?",
                metadata: ["issuer": "\(issuer)", "error": "\(ErrorText.sentence(of: error))"])
            throw Problem(.serviceUnavailable, "The super app's sign-in keys can't be had at the moment.")
        }
    }

    private static func keys(from source: SignInKeySource) async throws -> JWTKeyCollection {
        let data = try await source.load()
        let set = try JSONDecoder().decode(JWKS.self, from: data)
        let keys = JWTKeyCollection()
        // Only ES256: what else a set holds is for other purposes, and a second algorithm is a second way in.
        for key in set.keys where key.keyType == .ecdsa && key.curve == .ecdsa(.p256) { try await keys.add(jwk: key) }
        return keys
    }
}
