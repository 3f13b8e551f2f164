import Foundation
import JWTKit

/// Signs the tokens that assert the identity of the super app's users: JSON Web Tokens, ES256.
struct TokenIssuer: Sendable {
    /// The `iss` of every token: the shell's origin.
    let issuer: String
    let keys: SigningKeys
    /// The age of an account from which its devices may help to hold a release, in seconds.
    var accountAge: TimeInterval = 0

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
        /// Further permissions of the token; nil for a user's.
        var scope: String?

        func verify(using algorithm: some JWTAlgorithm) throws {
            try exp.verifyNotExpired()
        }
    }

    /// Returns a token with which `superApp` asserts the identity and the roles of `user` to `audience`.
    func token(for user: User, audience: String, superApp: String, at now: Date = Date()) async throws -> String {
        let isNew = user.created.map { now.timeIntervalSince($0) < accountAge } ?? false
        let payload = Payload(
            iss: .init(value: issuer), aud: .init(value: audience), sub: .init(value: user.id),
            iat: .init(value: now), exp: .init(value: now.addingTimeInterval(Self.lifetime)),
            roles: user.roles.sorted(), azp: superApp, scope: isNew ? Self.newAccount : nil
        )
        return try await keys.sign(payload, type: "JWT")
    }

    /// The scope of a new account. The Center ignores its reports when it judges a release.
    private static let newAccount = "new-account"

    /// Returns a token with which the shell sends the Center the counts for all its users.
    func reportToken(audience: String, superApp: String, at now: Date = Date()) async throws -> String {
        let payload = Payload(
            iss: .init(value: issuer), aud: .init(value: audience), sub: "shell", iat: .init(value: now),
            exp: .init(value: now.addingTimeInterval(Self.lifetime)), roles: [], azp: superApp, scope: "reports")
        return try await keys.sign(payload, type: "JWT")
    }
}
