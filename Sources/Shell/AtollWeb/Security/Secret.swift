import AtollPackages
import Foundation

/// Random values that grant access, and the digests under which they are stored.
enum Secret {
    /// Random bits in base64url: 256, or 128 for values that are valid for a minute.
    static func random(bytes: Int = 32) -> String {
        var generator = SystemRandomNumberGenerator()
        return base64url((0..<bytes).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// The digest that is stored instead of a secret. The duration of a lookup by digest reveals nothing about the
    /// secret.
    static func digest(of secret: String) -> SHA256Hash {
        SHA256Hash(of: Data(secret.utf8))
    }

    static func base64url(_ bytes: some Sequence<UInt8>) -> String {
        base64url(fromBase64: Data(bytes).base64EncodedString())
    }

    /// Returns the bytes of a base64 text in the alphabet of RFC 4648, section 5, without padding.
    static func base64url(fromBase64 text: String) -> String {
        text
            .replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
