import Crypto
import Foundation
import JWTKit
import Logging
import NIOConcurrencyHelpers
import PrintableText

/// Verifies the tokens that the super app issues to its users: JSON Web Tokens, signed with ES256 by a key of its key
/// set.
actor TokenVerifier {
    /// The claims of a user's token that the Center reads.
    struct UserToken: JWTPayload {
        let iss: IssuerClaim
        let aud: AudienceClaim
        let sub: SubjectClaim
        let exp: ExpirationClaim
        let nbf: NotBeforeClaim?
        let roles: [String]?
        /// The super app that the token was issued for.
        let azp: String?

        /// Does nothing: the verifier checks the times itself, against its own clock.
        func verify(using algorithm: some JWTAlgorithm) throws {}
    }

    private let source: SignInKeySource
    private let issuer: String
    private let audience: String
    private let logger: Logger?
    private let now: @Sendable () -> Date
    private let clock: @Sendable () -> ContinuousClock.Instant
    private var keys: JWTKeyCollection?
    private var loaded: ContinuousClock.Instant
    private var loading: Task<JWTKeyCollection, any Error>?
    /// Recently verified tokens, by their digest: a user's requests carry the same token for a while.
    private nonisolated let known = NIOLockedValueBox<[SHA256.Digest: Known]>([:])

    /// The verified claims of a user.
    struct Claims: Hashable, Sendable {
        let roles: Set<String>
        /// The only super app that may use the token.
        let superApp: String
    }

    private struct Known {
        let claims: Claims
        let expires: Date
        let checked: ContinuousClock.Instant
    }

    /// The age at which keys are fetched again, so that a revoked key stops working.
    private static let maximumAge = Duration.seconds(300)
    /// The minimum time between fetches that tokens with an unknown key cause.
    private static let minimumAge = Duration.seconds(5)
    /// The time for which a token is accepted without verifying its signature again.
    private static let knownAge = Duration.seconds(30)
    private static let knownCapacity = 20_000

    /// - Parameters:
    ///   - keys: The super app's keys.
    ///   - issuer: The required `iss`.
    ///   - audience: The required `aud`.
    ///   - logger: Receives errors while keys are fetched.
    ///   - now: The current time, by which tokens expire.
    ///   - clock: A monotonic clock, by which keys and verified tokens age.
    init(
        keys: SignInKeySource, issuer: String, audience: String, logger: Logger? = nil,
        now: @escaping @Sendable () -> Date, clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.logger = logger
        self.now = now
        self.clock = clock
        loaded = clock()
        source = keys
        self.issuer = issuer
        self.audience = audience
    }

    /// Verifies `token`, and returns its claims.
    ///
    /// - Throws: A 401 ``Problem`` if it is missing, expired, forged or for another audience; a 503 if the super app's
    ///   keys can't be fetched.
    nonisolated func claims(in token: String?) async throws -> Claims {
        guard let token else { throw Problem.unauthorized("A signed-in user's token is required as a bearer token.") }
        let digest = SHA256.hash(data: Data(token.utf8))
        let time = clock()
        if let found = known.withLockedValue({ $0[digest] }), time - found.checked < Self.knownAge,
            found.expires > now()
        {
            return found.claims
        }
        let payload = try await payload(of: token)
        guard let superApp = payload.azp else {
            throw Problem.unauthorized("The token does not name the super app that it was issued for (azp).")
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
            guard clock() - loaded > Self.minimumAge,
                let payload = try? await verified(token, by: reload())
            else { throw Problem.unauthorized("The token is not valid.") }
            return payload
        }
    }

    private func verified(_ token: String, by keys: JWTKeyCollection) async throws -> UserToken {
        let payload = try await keys.verify(token, as: UserToken.self)
        guard payload.iss.value == issuer else { throw Problem.unauthorized("The token is from another issuer.") }
        guard payload.exp.value > now(), payload.nbf.map({ $0.value <= now() }) ?? true else {
            throw Problem.unauthorized("The token has expired, or is not valid yet.")
        }
        guard payload.aud.value.contains(audience) else {
            throw Problem.unauthorized("The token is for another audience.")
        }
        return payload
    }

    private func currentKeys() async throws -> JWTKeyCollection {
        if let keys, clock() - loaded < Self.maximumAge { return keys }
        return try await reload()
    }

    /// Fetches the keys; concurrent calls share one fetch.
    private func reload() async throws -> JWTKeyCollection {
        let task = loading ?? Task { try await Self.keys(from: source) }
        loading = task
        defer { loading = nil }
        do {
            let keys = try await task.value
            self.keys = keys
            loaded = clock()
            return keys
        } catch {
            logger?.error(
                "The super app's sign-in keys could not be fetched. Check --issuer and --key-set.",
                metadata: ["issuer": "\(issuer)", "error": "\(ErrorText.sentence(of: error))"])
            throw Problem(.serviceUnavailable, "The super app's sign-in keys are not available at the moment.")
        }
    }

    private static func keys(from source: SignInKeySource) async throws -> JWTKeyCollection {
        let data = try await source.load()
        let set = try JSONDecoder().decode(JWKS.self, from: data)
        let keys = JWTKeyCollection()
        // ES256 only: other keys in the set have other purposes, and a second algorithm would be a second way in.
        for key in set.keys where key.keyType == .ecdsa && key.curve == .ecdsa(.p256) { try await keys.add(jwk: key) }
        return keys
    }
}
