import Foundation

extension Data {
    /// In the alphabet for addresses, without padding (RFC 4648, section 5).
    var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// The bytes of such a text; nil for one that is not written in this one way.
    package init?(base64URL text: String) {
        let missing = (4 - text.utf8.count % 4) % 4
        let padded = text.replacing("-", with: "+").replacing("_", with: "/") + String(repeating: "=", count: missing)
        guard let data = Data(base64Encoded: padded), data.base64URL == text else { return nil }
        self = data
    }
}
