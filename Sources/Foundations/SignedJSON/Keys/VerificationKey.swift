import Crypto
import CryptoExtras
import Foundation

/// A public key, of a role of The Update Framework or of a publisher.
public struct VerificationKey: Hashable, Sendable {
    /// The type of the key, such as `ed25519`.
    public let type: String
    /// The signature scheme, such as `rsassa-pss-sha256`.
    public let scheme: String
    /// The key itself: hexadecimal digits for Ed25519, PEM for the others.
    public let value: String

    /// Creates a key from its parts, unchecked.
    public init(type: String, scheme: String, value: String) {
        self.type = type
        self.scheme = scheme
        self.value = value
    }

    /// Whether `signature` is this key's signature of `bytes`. Always false for a key of an unknown type or scheme.
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

    /// The identity of the key, regardless of its listed id and type and of its encoding: its decoded bytes. A key that
    /// can't be decoded signs nothing, and is identified by its text.
    package var identity: String {
        switch type {
        case "ed25519":
            if let raw = Data(hexadecimal: value), raw.count == 32 { return "ed25519 \(raw.hexadecimal)" }
        case "ecdsa", "ecdsa-sha2-nistp256":
            if let key = try? P256.Signing.PublicKey(pemRepresentation: value) {
                return "p256 \(key.x963Representation.hexadecimal)"
            }
        case "rsa":
            if let key = try? _RSA.Signing.PublicKey(pemRepresentation: value) {
                return "rsa \(key.pkcs1DERRepresentation.hexadecimal)"
            }
        default: break
        }
        return "unread \(value.filter { !$0.isWhitespace })"
    }

    /// Whether the type is known and ``value`` can be decoded.
    public var isReadable: Bool { !identity.hasPrefix("unread ") }
}

extension VerificationKey {
    /// The id by which others refer to the key: the SHA-256 of its canonical form.
    ///
    /// Source: TUF specification, section 4.2.
    public var id: String { SHA256.hash(data: json.canonicalBytes).hexadecimal }

    /// The key as metadata writes it.
    public var json: JSONValue {
        .object([
            "keytype": .string(type), "scheme": .string(scheme), "keyval": .object(["public": .string(value)]),
        ])
    }

    /// Reads a key from an object.
    ///
    /// - Throws: ``JSONFieldError`` that names the invalid member.
    public init(_ fields: JSONFields) throws(JSONFieldError) {
        self.init(
            type: try fields.string("keytype"), scheme: try fields.string("scheme"),
            value: try fields.object("keyval").string("public")
        )
    }
}
