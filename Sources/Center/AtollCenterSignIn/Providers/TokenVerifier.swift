import AtollCenterAnswers
import Crypto
import Foundation
import JWTKit
import Logging
import NIOConcurrencyHelpers
import SignedJSON

/// Verifies the tokens that the super app issues to its users: JSON Web Tokens, signed with ES256 by a key of its key
/// set.
package struct TokenVerifier: Sendable {
    /// The claims of a user's token that the Center reads.
    struct UserToken: JWTPayload {
        package let iss: IssuerClaim
        let aud: AudienceClaim
        let sub: SubjectClaim
        let exp: ExpirationClaim
        let nbf: NotBeforeClaim?
        package let roles: [String]?
        /// The super app that the token was issued for.
        let azp: String?
        /// The scopes, separated by spaces (RFC 8693, 4.2).
        package let scope: String?

        /// Does nothing: the verifier checks the times itself, against its own clock.
        package func verify(using algorithm: some JWTAlgorithm) throws {}
    }

    private let keys: VerifyingKeys
    private let issuer: String
    private let audience: String
    private let now: @Sendable () -> Date
    private let clock: @Sendable () -> ContinuousClock.Instant
    /// Recently verified tokens, by their digest: a user's requests carry the same token for a while.
    private let known = NIOLockedValueBox<[SHA256.Digest: Known]>([:])

    /// The verified claims of a user.
    package struct Claims: Hashable, Sendable {
        /// Who the user is, to the super app.
        package let subject: String
        package let roles: Set<String>
        package let scopes: Set<String>
        /// The only super app that may use the token.
        package let superApp: String
    }

    private struct Known {
        let claims: Claims
        let expires: Date
        let checked: ContinuousClock.Instant
    }

    /// How far the issuer's clock may be from this one, in seconds (RFC 7519, sections 4.1.4 and 4.1.5).
    private static let leeway: TimeInterval = 60
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
    package init(
        keys: SignInKeySource, issuer: String, audience: String, logger: Logger? = nil,
        now: @escaping @Sendable () -> Date, clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.keys = VerifyingKeys(keys, .es256, of: issuer, logger: logger, clock: clock)
        self.now = now
        self.clock = clock
        self.issuer = issuer
        self.audience = audience
    }

    /// Verifies `token`, and returns its claims.
    ///
    /// - Throws: A 401 ``Problem`` if it is missing, expired, forged or for another audience; a 503 if the super app's
    ///   keys can't be fetched.
    package func claims(in token: String?) async throws -> Claims {
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
        let claims = Claims(
            subject: payload.sub.value, roles: Set(payload.roles ?? []),
            scopes: Set((payload.scope ?? "").split(separator: " ").map(String.init)), superApp: superApp)
        known.withLockedValue { known in
            if known.count >= Self.knownCapacity { known = [:] }
            known[digest] = Known(claims: claims, expires: payload.exp.value + Self.leeway, checked: time)
        }
        return claims
    }

    private func payload(of token: String) async throws -> UserToken {
        // A malformed token is refused without its issuer's keys, which may have to be fetched.
        guard CompactToken.isSound(token),
            let said = try? await JWTKeyCollection().unverified(token, as: UserToken.self)
        else {
            throw Problem.unauthorized("The token can't be read.")
        }
        try check(said)
        return try await keys.payload(of: token, as: UserToken.self) { _ in }
    }

    private func check(_ payload: UserToken) throws {
        guard payload.iss.value == issuer else { throw Problem.unauthorized("The token is from another issuer.") }
        guard payload.exp.value + Self.leeway > now() else { throw Problem.unauthorized("The token has expired.") }
        guard payload.nbf.map({ $0.value - Self.leeway <= now() }) ?? true else {
            throw Problem.unauthorized("The token is not valid yet. Check the clocks of its issuer and of this Center.")
        }
        guard payload.aud.value.contains(audience) else {
            throw Problem.unauthorized("The token is for another audience.")
        }
    }
}
