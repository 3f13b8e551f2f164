import CryptoExtras
import Foundation

/// A slow hash of a password, scrypt (RFC 7914), together with its salt and its cost.
///
/// Hashing takes memory and time by design: a server does it in a ``HashingPool``, never on an actor that pages wait
/// for.
public struct PasswordHash: Codable, Hashable, Sendable {
    private let salt: Data
    private let digest: Data
    private let rounds: Int
    private let blockSize: Int
    private let parallelism: Int

    /// Hashes a password with a new random salt.
    ///
    /// The cost (N = 2¹⁵, r = 8, p = 3) is one of the minimum configurations in OWASP's Password Storage Cheat Sheet;
    /// it takes 32 MB of memory.
    ///
    /// - Throws: The error of the key derivation, which may lack memory.
    public init(of password: String) throws {
        var generator = SystemRandomNumberGenerator()
        salt = Data((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        rounds = 1 << 15
        blockSize = 8
        parallelism = 3
        digest = try Self.derive(password, salt: salt, rounds: rounds, blockSize: blockSize, parallelism: parallelism)
    }

    /// A value that changes whenever a password is set, for ``AccountMark/password``.
    public var mark: String { salt.base64EncodedString() }

    /// Whether this is the hash of `password`. The hashes are compared in constant time.
    ///
    /// - Throws: The error of the key derivation, which may lack memory.
    public func matches(_ password: String) throws -> Bool {
        let other = try Self.derive(
            password, salt: salt, rounds: rounds, blockSize: blockSize, parallelism: parallelism
        )
        guard other.count == digest.count else { return false }
        return zip(other, digest).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func derive(
        _ password: String, salt: Data, rounds: Int, blockSize: Int, parallelism: Int
    ) throws -> Data {
        let key = try KDF.Scrypt.deriveKey(
            from: Data(password.utf8), salt: salt, outputByteCount: 32, rounds: rounds, blockSize: blockSize,
            parallelism: parallelism, maxMemory: 256 << 20
        )
        return key.withUnsafeBytes { Data($0) }
    }
}
