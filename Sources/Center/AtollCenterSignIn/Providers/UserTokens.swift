import AtollCenterAnswers
import Foundation
import JWTKit
import SignedJSON

/// Verifies users' tokens: those of the issuer that the Center was started with, and those of super apps that have an
/// issuer an issuer.
///
/// A super app's own issuer speaks for that super app alone, and no other issuer does: otherwise the issuer of
/// one super app could name any user of another.
package struct UserTokens: Sendable {
    /// The verifier for super apps without their own issuer.
    private let common: TokenVerifier
    private let commonIssuer: String
    private let own: OwnIssuers

    /// - Parameters:
    ///   - common: Verifies tokens of the issuer that the Center was started with.
    ///   - own: The issuers of super apps.
    package init(common: TokenVerifier, issuer: String, own: OwnIssuers) {
        self.common = common
        self.own = own
        commonIssuer = issuer
    }

    /// Verifies `token`, and returns its claims.
    ///
    /// - Throws: A 401 ``Problem`` if it is missing, expired, forged, for another audience, or of another issuer than
    ///   that of its super app; a 503 if keys can't be fetched.
    package func claims(in token: String?) async throws -> TokenVerifier.Claims {
        let current = try await own.current()
        guard let token, !current.isEmpty else { return try await common.claims(in: token) }
        guard CompactToken.isSound(token) else { throw Problem.unauthorized("The token can't be read.") }
        let issuer = try? await JWTKeyCollection().unverified(token, as: TokenVerifier.UserToken.self).iss.value
        let entry = issuer == commonIssuer ? nil : issuer.flatMap { current.byIssuer[$0] }
        let claims = try await (entry?.verifier ?? common).claims(in: token)
        guard current.issuers[claims.superApp] == entry?.issuer else {
            throw Problem.unauthorized("The token is not from the issuer of \(claims.superApp).")
        }
        return claims
    }
}
