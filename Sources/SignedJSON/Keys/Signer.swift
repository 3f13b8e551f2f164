import Crypto
import CryptoExtras
import Foundation

/// Somebody who signs: a key with its private half, or a way to one that lies elsewhere.
public struct Signer: Sendable {
    /// The key as metadata lists it.
    public let key: VerificationKey
    private let signing: @Sendable ([UInt8]) throws -> Data

    /// - Parameter sign: Makes the signature of bytes, such as by asking a hardware module.
    public init(key: VerificationKey, sign: @escaping @Sendable ([UInt8]) throws -> Data) {
        self.key = key
        signing = sign
    }

    /// Signs with Ed25519.
    public init(_ key: Curve25519.Signing.PrivateKey) {
        self.init(
            key: VerificationKey(type: "ed25519", scheme: "ed25519", value: key.publicKey.rawRepresentation.hexadecimal)
        ) { bytes in try key.signature(for: bytes) }
    }

    /// Signs with ECDSA over P-256.
    public init(_ key: P256.Signing.PrivateKey) {
        self.init(
            key: VerificationKey(type: "ecdsa", scheme: "ecdsa-sha2-nistp256", value: key.publicKey.pemRepresentation)
        ) { bytes in try key.signature(for: bytes).derRepresentation }
    }

    /// Signs with RSASSA-PSS and SHA-256.
    public init(_ key: _RSA.Signing.PrivateKey) {
        self.init(
            key: VerificationKey(type: "rsa", scheme: "rsassa-pss-sha256", value: key.publicKey.pemRepresentation)
        ) { bytes in try key.signature(for: SHA256.hash(data: bytes), padding: .PSS).rawRepresentation }
    }

    /// The signature of bytes.
    public func sign(_ bytes: [UInt8]) throws -> Data { try signing(bytes) }
}
