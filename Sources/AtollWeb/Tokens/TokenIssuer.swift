import AtollPackages
import Crypto
import Foundation
import JWTKit

/// Signs the tokens that assert the identity of the super app's users: JSON Web Tokens, ES256.
struct TokenIssuer: Sendable {
    /// The `iss` of every token: the shell's origin.
    let issuer: String
    private let keys: JWTKeyCollection
    private let identifier: JWKIdentifier
    /// The key set (RFC 7517) with which others verify the tokens.
    let keySet: Data

    /// The lifetime of a token, in seconds: long enough for the call that it is issued for.
    static let lifetime: TimeInterval = 300

    struct Payload: JWTPayload {
        let iss: IssuerClaim
        let aud: AudienceClaim
        let sub: SubjectClaim
        let iat: IssuedAtClaim
        let exp: ExpirationClaim
        let roles: [String]
        /// The super app that the token is issued to, which alone may use it (OpenID Connect Core 1.0, section 2).
        let azp: String
        /// What the token permits besides; nil for a user's.
        var scope: String?

        func verify(using algorithm: some JWTAlgorithm) throws {
            try exp.verifyNotExpired()
        }
    }

    /// - Parameters:
    ///   - issuer: The `iss` of every token.
    ///   - keyFile: The file of the signing key, which is created if it does not exist.
    init(issuer: String, keyFile: URL) async throws {
        let pem = try KeyFile.load(keyFile) { Data(P256.Signing.PrivateKey().pemRepresentation.utf8) }
        let key = try ES256PrivateKey(pem: pem)
        guard let parameters = key.parameters else { throw CocoaError(.fileReadCorruptFile) }
        let identifier = JWKIdentifier(string: String(SHA256Hash(of: Data(parameters.x.utf8)).hex.prefix(16)))
        self.issuer = issuer
        self.identifier = identifier
        keys = JWTKeyCollection()
        await keys.add(ecdsa: key, kid: identifier)
        keySet = try JSONEncoder().encode([
            "keys": [
                [
                    "kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": identifier.string,
                    "x": Self.base64url(parameters.x), "y": Self.base64url(parameters.y),
                ]
            ]
        ])
    }

    /// Returns a token with which `superApp` asserts the identity and the roles of `user` to `audience`.
    func token(for user: User, audience: String, superApp: String, at now: Date = Date()) async throws -> String {
        let payload = Payload(
            iss: .init(value: issuer), aud: .init(value: audience), sub: .init(value: user.id),
            iat: .init(value: now), exp: .init(value: now.addingTimeInterval(Self.lifetime)),
            roles: user.roles.sorted(), azp: superApp
        )
        return try await keys.sign(payload, kid: identifier)
    }

    /// Returns a token with which the shell tells the Center what it has counted for all its users.
    func reportToken(audience: String, superApp: String, at now: Date = Date()) async throws -> String {
        let payload = Payload(
            iss: .init(value: issuer), aud: .init(value: audience), sub: "shell", iat: .init(value: now),
            exp: .init(value: now.addingTimeInterval(Self.lifetime)), roles: [], azp: superApp, scope: "reports")
        return try await keys.sign(payload, kid: identifier)
    }

    /// A coordinate in the alphabet that RFC 7518, section 6.2.1, requires.
    private static func base64url(_ base64: String) -> String {
        base64.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
