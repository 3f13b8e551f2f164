import Crypto
import Foundation

/// A key that signs, with its private half.
///
/// Ed25519 is what a file holds best; P-256 is there for those whose hardware has only that. Where the private half never
/// leaves the hardware, a ``Signer`` is made with a closure instead.
public struct PrivateKey: Sendable {
    /// The kind of a key, by the name that metadata has for it.
    public enum Kind: String, Sendable, CaseIterable {
        case ed25519
        case ecdsa
    }

    public let kind: Kind
    /// The private half; 32 bytes for either kind. Never to be logged.
    let secret: Data
    /// What signs with it.
    public let signer: Signer

    /// Makes a new key.
    public init(_ kind: Kind = .ed25519) {
        switch kind {
        case .ed25519: self.init(kind, Curve25519.Signing.PrivateKey())
        case .ecdsa: self.init(kind, P256.Signing.PrivateKey())
        }
    }

    /// The key with this private half, or nil where it is none.
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

/// Neither half of a key belongs in a log; the id is enough to tell it from others.
extension PrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "\(kind.rawValue) key \(key.id.prefix(8))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
