import Crypto
import CryptoExtras
import Foundation

/// A public key of a role.
public struct TUFKey: Hashable, Sendable {
    public let type: String
    public let scheme: String
    /// The key itself: hexadecimal digits for Ed25519, PEM for the others.
    public let value: String

    public init(type: String, scheme: String, value: String) {
        self.type = type
        self.scheme = scheme
        self.value = value
    }

    /// Whether a signature is this key's over these bytes. A key of a kind that is not known has signed nothing.
    ///
    /// Source: TUF specification, section 4.2.
    public func verifies(_ signature: Data, over bytes: some DataProtocol) -> Bool {
        switch (type, scheme) {
        case ("ed25519", "ed25519"):
            guard let raw = Data(hexadecimal: value),
                let key = try? Curve25519.Signing.PublicKey(rawRepresentation: raw)
            else { return false }
            return key.isValidSignature(signature, for: bytes)
        case ("ecdsa", "ecdsa-sha2-nistp256"), ("ecdsa-sha2-nistp256", "ecdsa-sha2-nistp256"):
            guard let key = try? P256.Signing.PublicKey(pemRepresentation: value),
                let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
            else { return false }
            return key.isValidSignature(signature, for: bytes)
        case ("rsa", "rsassa-pss-sha256"):
            guard let key = try? _RSA.Signing.PublicKey(pemRepresentation: value), key.keySizeInBits >= 2_048 else {
                return false
            }
            return key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: bytes), padding: .PSS
            )
        default: return false
        }
    }

    /// What tells this key from others, whatever its id and its kind are said to be.
    var identity: String {
        value.filter { !$0.isWhitespace }
    }
}

extension Data {
    /// The bytes that hexadecimal digits spell, or nil.
    init?(hexadecimal text: String) {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Self.digit(digits[index]), let low = Self.digit(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        self.init(bytes)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension Sequence<UInt8> {
    /// The bytes in hexadecimal digits, in lower case.
    var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
