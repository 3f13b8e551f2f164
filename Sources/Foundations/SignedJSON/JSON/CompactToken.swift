import Foundation

/// JSON Web Tokens in their compact form, before their signature is verified.
package enum CompactToken {
    /// Whether the header and the claims of a token are JSON that a decoder may read.
    ///
    /// Libraries decode them before they verify the signature. A check of a request's headers does not find what
    /// ``JSONDecoder/decode(_:fromForeign:)`` refuses, because base64 hides it.
    ///
    /// - Parameter maximumLength: The greatest length of a token, in bytes.
    /// - Complexity: O(*n*) in the bytes.
    package static func isSound(_ token: String, upTo maximumLength: Int = 16_384) -> Bool {
        guard token.utf8.count <= maximumLength else { return false }
        let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3 else { return false }
        return parts.prefix(2).allSatisfy { part in
            var text = String(decoding: part, as: UTF8.self).replacing("-", with: "+").replacing("_", with: "/")
            text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
            guard let data = Data(base64Encoded: text) else { return false }
            return (try? JSONValue(parsing: data, numbers: .unbounded)) != nil
        }
    }
}
