import AtollPackages
import Foundation
import JWTKit

/// The claims of an id token (OpenID Connect Core 1.0, section 2), for a back end with its own sessions.
struct IdentityClaims: JWTPayload, Sendable {
    let iss: String
    let sub: String
    let aud: String
    let iat: Int
    let exp: Int
    let auth_time: Int
    var name: String?
    var email: String?
    var email_verified: Bool?

    func verify(using algorithm: some JWTAlgorithm) throws {
        try ExpirationClaim(value: Date(timeIntervalSince1970: TimeInterval(exp))).verifyNotExpired()
    }
}
