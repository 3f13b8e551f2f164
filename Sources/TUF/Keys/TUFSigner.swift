import Crypto
import Foundation

/// Somebody who signs: a key with its private half, or a way to one that lies elsewhere.
public struct TUFSigner: Sendable {
    /// The key as metadata lists it.
    public let key: TUFKey
    private let signing: @Sendable ([UInt8]) throws -> Data

    /// - Parameter sign: Makes the signature of bytes, such as by asking a hardware module.
    public init(key: TUFKey, sign: @escaping @Sendable ([UInt8]) throws -> Data) {
        self.key = key
        signing = sign
    }

    /// Signs with Ed25519.
    public init(_ key: Curve25519.Signing.PrivateKey) {
        self.init(
            key: TUFKey(type: "ed25519", scheme: "ed25519", value: key.publicKey.rawRepresentation.hexadecimal)
        ) { bytes in try key.signature(for: bytes) }
    }

    /// Signs with ECDSA over P-256.
    public init(_ key: P256.Signing.PrivateKey) {
        self.init(
            key: TUFKey(type: "ecdsa", scheme: "ecdsa-sha2-nistp256", value: key.publicKey.pemRepresentation)
        ) { bytes in try key.signature(for: bytes).derRepresentation }
    }

    func sign(_ bytes: [UInt8]) throws -> Data { try signing(bytes) }
}

extension TUFKey {
    /// The id by which metadata names the key: the SHA-256 of its canonical form.
    ///
    /// Source: TUF specification, section 4.2.
    public var id: String { SHA256.hash(data: json.canonicalBytes).hexadecimal }

    var json: JSONValue {
        .object([
            "keytype": .string(type), "scheme": .string(scheme), "keyval": .object(["public": .string(value)]),
        ])
    }
}
