import Foundation
import JWTKit
import SignedJSON

/// A token in which an OpenID provider says who somebody, or something, is: its claims as texts.
///
/// A claim that is neither a text, a whole number nor a truth value is not kept: nothing is compared with it.
struct IdentityToken: JWTPayload, Hashable {
    let issuer: String
    let subject: String
    let audience: [String]
    /// In seconds since 1970.
    let expires: Double
    let issued: Double?
    let notBefore: Double?
    /// The other claims, by their names.
    let claims: [String: String]

    /// The longest token that is read, in bytes.
    static let maximumLength = 16 * 1024
    /// How many seconds the provider's clock may be ahead of the Center's, or behind it.
    static let clockDifference = 60.0

    /// The claims that the members above are.
    private static let own: Set<String> = ["iss", "sub", "aud", "exp", "iat", "nbf"]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ClaimName.self)
        issuer = try container.decode(String.self, forKey: "iss")
        subject = try container.decode(String.self, forKey: "sub")
        audience =
            if let one = try? container.decode(String.self, forKey: "aud") { [one] } else {
                try container.decode([String].self, forKey: "aud")
            }
        expires = try container.decode(Double.self, forKey: "exp")
        issued = try container.decodeIfPresent(Double.self, forKey: "iat")
        notBefore = try container.decodeIfPresent(Double.self, forKey: "nbf")
        var claims: [String: String] = [:]
        for name in container.allKeys where !Self.own.contains(name.stringValue) {
            claims[name.stringValue] = Self.text(of: name, in: container)
        }
        self.claims = claims
    }

    func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self, .init(codingPath: encoder.codingPath, debugDescription: "The Center makes no such token."))
    }

    /// Does nothing: times are checked against the Center's own clock.
    func verify(using algorithm: some JWTAlgorithm) throws {}

    /// - Throws: A 401 ``Problem`` for a token of somebody else, for somebody else, or of another time.
    func check(issuer: String, audience: String, at now: Date) throws {
        guard self.issuer == issuer else { throw Problem.unauthorized("The token is from another issuer.") }
        guard self.audience.contains(audience) else { throw Problem.unauthorized("The token is for another audience.") }
        let time = now.timeIntervalSince1970
        guard expires > time - Self.clockDifference, (notBefore ?? 0) < time + Self.clockDifference,
            (issued ?? 0) < time + Self.clockDifference
        else { throw Problem.unauthorized("The token has expired, or is not valid yet.") }
        // A database may take a text up to U+0000 for the whole.
        guard (1...255).contains(subject.utf8.count), !subject.utf8.contains(0) else {
            throw Problem.unauthorized("The token does not say whom it is about.")
        }
    }

    private static func text(of name: ClaimName, in container: KeyedDecodingContainer<ClaimName>) -> String? {
        if let text = try? container.decode(String.self, forKey: name) { return text }
        if let number = try? container.decode(Int.self, forKey: name) { return String(number) }
        if let truth = try? container.decode(Bool.self, forKey: name) { return truth ? "true" : "false" }
        return nil
    }
}

/// The name of any claim.
private struct ClaimName: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringLiteral value: String) { stringValue = value }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}
