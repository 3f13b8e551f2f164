import AtollPackages
import Foundation
import JWTKit

/// The claims of a token for a mini app's back end (RFC 9068): the user's identifier there, the mini app and super app
/// through which they call, and the data that the user has agreed to share.
struct MiniAppClaims: JWTPayload, Sendable {
    /// The super app, on whose behalf the mini app acts (RFC 8693, section 4.1).
    struct Actor: Codable, Sendable {
        let sub: String
    }

    /// The claims that are specific to this platform.
    struct Running: Codable, Sendable {
        /// The code of the running version.
        let code: Int
        /// The super app and its version.
        let host: String
    }

    let iss: String
    let sub: String
    let aud: String
    let client_id: String
    let scope: String
    let iat: Int
    let nbf: Int
    let exp: Int
    let jti: String
    let act: Actor
    let auth_time: Int
    let env: String
    let atoll: Running
    /// With the scope `profile`.
    var name: String?
    /// With the scope `email`, if the user has confirmed an address.
    var email: String?
    var email_verified: Bool?
    /// With the scope `roles:<prefix>`: those that begin with it.
    var roles: [String]?

    /// The `typ` of such a token's header.
    static let type = "at+jwt"

    func verify(using algorithm: some JWTAlgorithm) throws {
        try ExpirationClaim(value: Date(timeIntervalSince1970: TimeInterval(exp))).verifyNotExpired()
    }
}
