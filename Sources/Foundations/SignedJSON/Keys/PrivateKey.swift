import Crypto
import Foundation

/// A key that signs, including its private half.
///
/// Ed25519 is best for keys in files; P-256 is there for hardware that supports nothing else. If the private half never
/// leaves the hardware, create a ``Signer`` with a closure instead.
public struct PrivateKey: Sendable {
    /// The kind of a key; its raw value is the key type in TUF metadata.
    public enum Kind: String, Sendable, CaseIterable {
        /// Ed25519.
        case ed25519
        /// ECDSA over P-256.
        case ecdsa
    }

    /// The kind of the key.
    public let kind: Kind
    /// The private half; 32 bytes for either kind. It must never be logged.
    let secret: Data
    /// A signer that uses this key.
    public let signer: Signer

    /// Generates a new key.
    public init(_ kind: Kind = .ed25519) {
        switch kind {
        case .ed25519: self.init(kind, Curve25519.Signing.PrivateKey())
        case .ecdsa: self.init(kind, P256.Signing.PrivateKey())
        }
    }

    /// Creates a key from its private half, or returns nil if `secret` is not one.
    init?(_ kind: Kind, secret: Data) {
        switch kind {
        case .ed25519:
            guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: secret) else { return nil }
            self.init(kind, key)
        case .ecdsa:
            guard let key = try? P256.Signing.PrivateKey(rawRepresentation: secret) else { return nil }
            self.init(kind, key)
        }
    }

    private init(_ kind: Kind, _ key: Curve25519.Signing.PrivateKey) {
        (self.kind, secret, signer) = (kind, key.rawRepresentation, Signer(key))
    }

    private init(_ kind: Kind, _ key: P256.Signing.PrivateKey) {
        (self.kind, secret, signer) = (kind, key.rawRepresentation, Signer(key))
    }

    /// The public half.
    public var key: VerificationKey { signer.key }
}

/// Neither half of a key belongs in a log; the id is enough to distinguish it from others.
extension PrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "\(kind.rawValue) key \(key.id.prefix(8))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
