import Foundation
import JWTKit

/// Signs tokens for made-up users, so that an app in development has users before there is a server that signs them in.
///
/// The key is made when the process starts, and never stored. Only programs on this machine get tokens, at
/// `/development/token?user=ada&superApp=com.example.harbour`.
public struct DevelopmentIssuer: Sendable {
    /// A user, with the roles that the tokens name.
    public struct User: Hashable, Sendable {
        /// The id, which is the `sub` of the tokens.
        public let id: String
        /// The roles of the tokens, which decide what the user may open.
        public let roles: [String]

        /// Reads `ada` or `ada:editor,staff`.
        ///
        /// - Returns: nil unless the id and each role have 1 to 60 letters, digits, `.`, `_` or `-`.
        public init?(_ text: String) {
            let parts = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            let roles =
                parts.count == 1 ? [] : parts[1].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            let names = ([parts[0]] + roles).map { String(decoding: Array($0), as: UTF8.self) }
            guard names.allSatisfy(Self.isName) else { return nil }
            id = names[0]
            self.roles = Array(names.dropFirst())
        }

        private static func isName(_ text: String) -> Bool {
            (1...60).contains(text.utf8.count)
                && text.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                        true
                    default: false
                    }
                }
        }
    }

    /// The `iss` of the tokens.
    public static let issuer = "atoll-development"
    /// The lifetime of a token, in seconds.
    package static let lifetime: TimeInterval = 300

    package let users: [User]
    private let key = ES256PrivateKey()
    private let keyID: JWKIdentifier = "development"

    /// Creates an issuer with a new key.
    ///
    /// - Parameter users: The users for whom there are tokens.
    public init(_ users: [User]) { self.users = users }

    private struct Payload: JWTPayload {
        let iss: IssuerClaim
        let aud: AudienceClaim
        let sub: SubjectClaim
        let iat: IssuedAtClaim
        let exp: ExpirationClaim
        let roles: [String]
        let azp: String

        func verify(using algorithm: some JWTAlgorithm) throws {}
    }

    private struct KeySet: Encodable {
        struct Key: Encodable {
            let kty = "EC"
            let crv = "P-256"
            let alg = "ES256"
            let kid: String
            let x: String
            let y: String
        }
        let keys: [Key]
    }

    /// The key set with which the Center verifies the tokens.
    public var signInKeys: SignInKeySource {
        SignInKeySource { [key, keyID] in
            guard let parameters = key.parameters else { preconditionFailure("A P-256 key has two coordinates.") }
            return try JSONEncoder().encode(
                KeySet(keys: [
                    .init(kid: keyID.string, x: Self.base64URL(parameters.x), y: Self.base64URL(parameters.y))
                ]))
        }
    }

    private static func base64URL(_ base64: String) -> String {
        base64.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    /// A token with which a super app asserts who its user is.
    package func token(for user: User, superApp: String, audience: String, at now: Date) async throws -> String {
        let keys = await JWTKeyCollection().add(ecdsa: key, kid: keyID)
        return try await keys.sign(
            Payload(
                iss: .init(value: Self.issuer), aud: .init(value: audience), sub: .init(value: user.id),
                iat: .init(value: now), exp: .init(value: now.addingTimeInterval(Self.lifetime)), roles: user.roles,
                azp: superApp),
            kid: keyID)
    }
}
