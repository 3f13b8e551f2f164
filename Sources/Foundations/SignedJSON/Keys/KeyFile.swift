import Crypto
import CryptoExtras
import Foundation

/// Files of private keys: sealed with a passphrase, for keys that are stored offline, or open, for a service's own
/// keys, which only the file's mode protects.
///
/// In a sealed file the private half is encrypted with AES-256-GCM, under a key that scrypt derives from the
/// passphrase. Everything else in the file is authenticated with it.
///
/// Source: RFC 7914 (scrypt), NIST SP 800-38D (GCM).
public enum KeyFile {
    /// The cost of deriving a key from a passphrase: 128 · `rounds` · `blockSize` bytes of memory.
    struct Cost: Sendable {
        var rounds = 1 << 17
        var blockSize = 8
        var parallelism = 1

        /// A cost that tests can afford often.
        static let low = Cost(rounds: 1 << 10)
        /// The maximum cost of opening a file: 1 GB of memory. Without it, a file could demand any amount.
        static let limits = (rounds: 2...1 << 20, blockSize: 1...8, parallelism: 1...4)
    }

    /// The file of `key`, sealed with `passphrase`: JSON.
    ///
    /// - Throws: An error from the cryptographic library.
    /// - Complexity: Deliberately takes 128 MB of memory and about half a second.
    public static func sealed(_ key: PrivateKey, passphrase: String) throws -> Data {
        try sealed(key, passphrase: passphrase, cost: Cost())
    }

    static func sealed(_ key: PrivateKey, passphrase: String, cost: Cost) throws -> Data {
        let salt = Data(SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) })
        var members = header(of: key)
        members["seal"] = .object([
            "kdf": .string("scrypt"), "n": .integer(cost.rounds), "r": .integer(cost.blockSize),
            "p": .integer(cost.parallelism), "salt": .string(salt.hexadecimal), "cipher": .string("aes-256-gcm"),
        ])
        let box = try AES.GCM.seal(
            key.secret, using: derive(passphrase, salt, cost), authenticating: JSONValue.object(members).canonicalBytes
        )
        members["secret"] = .string(Data(box.nonce + box.ciphertext + box.tag).base64EncodedString())
        return Data(JSONValue.object(members).readableBytes)
    }

    /// The file of `key` without a seal: JSON.
    public static func open(_ key: PrivateKey) -> Data {
        var members = header(of: key)
        members["secret"] = .string(key.secret.base64EncodedString())
        return Data(JSONValue.object(members).readableBytes)
    }

    /// Whether `file` is sealed.
    ///
    /// - Throws: ``KeyFileError/malformed(_:)``.
    public static func isSealed(_ file: Data) throws(KeyFileError) -> Bool { try fields(of: file).has("seal") }

    /// The public half of the key in `file`, for which no passphrase is needed. Nothing but the file vouches for it.
    ///
    /// - Throws: ``KeyFileError/malformed(_:)``.
    public static func publicKey(of file: Data) throws(KeyFileError) -> VerificationKey {
        let fields = try fields(of: file)
        do throws(JSONFieldError) {
            return try VerificationKey(fields.object("public"))
        } catch {
            throw .malformed(error.description)
        }
    }

    /// The file of a public key alone, which may be given to anyone.
    public static func file(of key: VerificationKey) -> Data {
        Data(JSONValue.object(["_type": .string("key"), "public": key.json]).readableBytes)
    }

    /// Opens a key file.
    ///
    /// - Parameter passphrase: The passphrase of a sealed file; ignored for an open one.
    ///
    /// - Throws: ``KeyFileError``.
    public static func key(in file: Data, passphrase: String? = nil) throws(KeyFileError) -> PrivateKey {
        let fields = try fields(of: file)
        do {
            guard let kind = PrivateKey.Kind(rawValue: try fields.string("kind")) else {
                throw fields.error("kind", "is unknown")
            }
            var secret = try fields.base64("secret")
            if fields.has("seal") {
                guard let passphrase else { throw KeyFileError.passphraseNeeded }
                var members = fields.members
                members["secret"] = nil
                let key = try derive(passphrase, fields.object("seal"))
                guard let box = try? AES.GCM.SealedBox(combined: secret),
                    let opened = try? AES.GCM.open(
                        box, using: key, authenticating: JSONValue.object(members).canonicalBytes)
                else { throw KeyFileError.notOpened }
                secret = opened
            }
            guard let key = PrivateKey(kind, secret: secret), key.key == (try VerificationKey(fields.object("public")))
            else { throw fields.error("secret", "is not the private half of the public key") }
            return key
        } catch let error as KeyFileError {
            throw error
        } catch {
            throw .malformed(String(describing: error))
        }
    }

    private static func fields(of file: Data) throws(KeyFileError) -> JSONFields {
        guard file.count <= 16_384 else { throw .malformed("it is longer than 16 kB") }
        do {
            let fields = try JSONFields(JSONValue(parsing: file))
            guard try fields.string("_type") == "key" else { throw fields.error("_type", "must be \"key\"") }
            return fields
        } catch {
            throw .malformed(String(describing: error))
        }
    }

    private static func header(of key: PrivateKey) -> [ExactString: JSONValue] {
        ["_type": .string("key"), "kind": .string(key.kind.rawValue), "public": key.key.json]
    }

    private static func derive(_ passphrase: String, _ seal: JSONFields) throws -> SymmetricKey {
        guard try seal.string("kdf") == "scrypt" else { throw seal.error("kdf", "is unknown") }
        guard try seal.string("cipher") == "aes-256-gcm" else { throw seal.error("cipher", "is unknown") }
        guard let salt = Data(hexadecimal: try seal.string("salt")), (16...64).contains(salt.count) else {
            throw seal.error("salt", "must be 16 to 64 bytes in hexadecimal digits")
        }
        let cost = Cost(
            rounds: try seal.integer("n", in: Cost.limits.rounds),
            blockSize: try seal.integer("r", in: Cost.limits.blockSize),
            parallelism: try seal.integer("p", in: Cost.limits.parallelism)
        )
        return try derive(passphrase, salt, cost)
    }

    private static func derive(_ passphrase: String, _ salt: Data, _ cost: Cost) throws -> SymmetricKey {
        try KDF.Scrypt.deriveKey(
            from: Data(passphrase.utf8), salt: salt, outputByteCount: 32, rounds: cost.rounds,
            blockSize: cost.blockSize, parallelism: cost.parallelism, maxMemory: 2 << 30
        )
    }
}
