import Crypto
import CryptoExtras
import Foundation

/// Signs with a key: with its private half, or with a closure if that is stored elsewhere.
public struct Signer: Sendable {
    /// The public half, as metadata lists it.
    public let key: VerificationKey
    private let signing: @Sendable ([UInt8]) throws -> Data

    /// Creates a signer with a closure.
    ///
    /// - Parameter sign: Returns the signature of bytes, for example from a hardware module.
    public init(key: VerificationKey, sign: @escaping @Sendable ([UInt8]) throws -> Data) {
        self.key = key
        signing = sign
    }

    /// Creates a signer with Ed25519.
    public init(_ key: Curve25519.Signing.PrivateKey) {
        self.init(
            key: VerificationKey(type: "ed25519", scheme: "ed25519", value: key.publicKey.rawRepresentation.hexadecimal)
        ) { bytes in try key.signature(for: bytes) }
    }

    /// Creates a signer with ECDSA over P-256.
    public init(_ key: P256.Signing.PrivateKey) {
        self.init(
            key: VerificationKey(type: "ecdsa", scheme: "ecdsa-sha2-nistp256", value: key.publicKey.pemRepresentation)
        ) { bytes in try key.signature(for: bytes).derRepresentation }
    }

    /// Creates a signer with RSASSA-PSS and SHA-256.
    public init(_ key: _RSA.Signing.PrivateKey) {
        self.init(
            key: VerificationKey(type: "rsa", scheme: "rsassa-pss-sha256", value: key.publicKey.pemRepresentation)
        ) { bytes in try key.signature(for: SHA256.hash(data: bytes), padding: .PSS).rawRepresentation }
    }

    /// Signs `bytes`.
    ///
    /// - Throws: Any error from the key or the closure.
    public func sign(_ bytes: [UInt8]) throws -> Data { try signing(bytes) }
}
