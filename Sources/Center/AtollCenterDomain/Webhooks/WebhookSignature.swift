import Crypto
import Foundation

/// The signature that proves that a message is from this Center.
///
/// Source: Standard Webhooks 1.0, "Signature scheme".
package enum WebhookSignature {
    package static let prefix = "whsec_"

    /// The secret in the form that receivers enter.
    package static func text(of secret: [UInt8]) -> String { prefix + Data(secret).base64EncodedString() }

    /// The value of `webhook-signature`.
    package static func header(id: String, time: Int, body: Data, secret: [UInt8]) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("\(id).\(time).".utf8) + body, using: SymmetricKey(data: secret))
        return "v1," + Data(code).base64EncodedString()
    }
}
