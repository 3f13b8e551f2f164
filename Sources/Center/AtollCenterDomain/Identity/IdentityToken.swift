import Foundation
import SignedJSON

/// A token in which an OpenID provider identifies a person or a job: its claims as texts.
///
/// A claim that is neither a text, a whole number nor a Boolean is dropped: nothing is compared with it.
package struct IdentityToken: Decodable, Hashable, Sendable {
    package let issuer: String
    package let subject: String
    package let audience: [String]
    /// In seconds since 1970.
    package let expires: Double
    package let issued: Double?
    package let notBefore: Double?
    /// The other claims, by their names.
    package let claims: [String: String]

    /// The longest token that is read, in bytes.
    package static let maximumLength = 16 * 1024
    /// How many seconds the provider's clock may be ahead of the Center's, or behind it.
    package static let clockDifference = 60.0

    /// The claims that the members above are.
    private static let own: Set<String> = ["iss", "sub", "aud", "exp", "iat", "nbf"]

    package init(from decoder: any Decoder) throws {
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
