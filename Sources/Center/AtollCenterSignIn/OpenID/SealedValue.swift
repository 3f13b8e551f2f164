import Crypto
import Foundation

/// A value that a browser stores for the Center for a short time, and that no other party can read or create.
struct SealedValue<Value: Codable>: Codable {
    package let value: Value
    /// In seconds since 1970.
    package let expires: Int
    /// The purpose: a value that was sealed for another one is refused.
    package let purpose: String

    /// The longest text that is opened, in bytes.
    package static var maximumLength: Int { 4_000 }

    /// As a text for a cookie.
    package static func seal(
        _ value: Value, for purpose: String, until expires: Int, with key: SymmetricKey
    ) throws -> String {
        let sealed = SealedValue(value: value, expires: expires, purpose: purpose)
        let box = try AES.GCM.seal(JSONEncoder().encode(sealed), using: key)
        return (box.combined ?? Data()).base64URL
    }

    /// Returns the sealed value, or `nil` if the text was not made with this key and for this purpose, or is too old.
    package static func open(_ text: String, for purpose: String, at time: Int, with key: SymmetricKey) -> Value? {
        guard text.utf8.count <= maximumLength else { return nil }
        guard let data = Data(base64URL: text), let box = try? AES.GCM.SealedBox(combined: data),
            let plain = try? AES.GCM.open(box, using: key),
            let sealed = try? JSONDecoder().decode(Self.self, from: plain)
        else { return nil }
        return sealed.purpose == purpose && sealed.expires > time ? sealed.value : nil
    }
}
