import AtollPackages
import Foundation

/// Random values that open something, and the digests under which they are remembered.
enum Secret {
    /// 256 random bits in base64url.
    static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return base64url((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// What is kept of a secret. A look-up by digest tells an attacker nothing by the time that it takes.
    static func digest(of secret: String) -> BlobDigest {
        BlobDigest(of: Data(secret.utf8))
    }

    static func base64url(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
