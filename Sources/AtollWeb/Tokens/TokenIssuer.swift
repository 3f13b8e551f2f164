import AtollPackages
import Crypto
import Foundation
import JWTKit

/// Signs the tokens with which the super app tells others who its user is: JSON Web Tokens, ES256.
struct TokenIssuer: Sendable {
    /// The `iss` of every token: the shell's origin.
    let issuer: String
    private let keys: JWTKeyCollection
    private let identifier: JWKIdentifier
    /// The key set (RFC 7517) that others check the tokens with.
    let keySet: Data

    /// How long a token is good for: long enough for the call that it is made for.
    static let lifetime: TimeInterval = 300

    struct Payload: JWTPayload {
        let iss: IssuerClaim
        let aud: AudienceClaim
        let sub: SubjectClaim
        let iat: IssuedAtClaim
        let exp: ExpirationClaim
        let roles: [String]
        /// The super app that the token was made for, which alone may ask with it (OpenID Connect Core 1.0, section 2).
        let azp: String

        func verify(using algorithm: some JWTAlgorithm) throws {
            try exp.verifyNotExpired()
        }
    }

    /// - Parameter keyFile: Where the signing key lies; one is made where it is missing.
    init(issuer: String, keyFile: URL) async throws {
        let pem = try KeyFile.load(keyFile) { Data(P256.Signing.PrivateKey().pemRepresentation.utf8) }
        let key = try ES256PrivateKey(pem: pem)
        guard let parameters = key.parameters else { throw CocoaError(.fileReadCorruptFile) }
        let identifier = JWKIdentifier(string: String(BlobDigest(of: Data(parameters.x.utf8)).hex.prefix(16)))
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

    /// A token with which `superApp` tells `audience` who `user` is and which roles they have.
    func token(for user: User, audience: String, superApp: String, at now: Date = Date()) async throws -> String {
        let payload = Payload(
            iss: .init(value: issuer), aud: .init(value: audience), sub: .init(value: user.id),
            iat: .init(value: now), exp: .init(value: now.addingTimeInterval(Self.lifetime)),
            roles: user.roles.sorted(), azp: superApp
        )
        return try await keys.sign(payload, kid: identifier)
    }

    /// Coordinates in the alphabet that RFC 7518, section 6.2.1, asks for.
    private static func base64url(_ base64: String) -> String {
        base64.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
