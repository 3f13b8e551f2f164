import Crypto
import CryptoExtras
import Foundation

/// Why a key's file was not opened.
public enum KeyFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file is no key's file: what is wrong with it.
    case malformed(String)
    /// The passphrase is not the one, or the file was changed.
    case notOpened
    /// The file is sealed, and no passphrase was given.
    case passphraseNeeded

    public var description: String {
        switch self {
        case .malformed(let reason): "The file of the key can't be read: \(reason)"
        case .notOpened: "The key was not opened: the passphrase is another one, or the file was changed."
        case .passphraseNeeded: "The key is sealed with a passphrase, which is needed to open it."
        }
    }
}

/// A private key as a file: sealed with a passphrase for keys that are kept offline, or open for a service's own, which
/// only the file's mode protects.
///
/// A sealed file holds the private half encrypted by AES-256-GCM under a key that scrypt derives from the passphrase;
/// everything else in the file is authenticated with it.
///
/// Source: RFC 7914 (scrypt), NIST SP 800-38D (GCM).
public enum KeyFile {
    /// The cost of deriving a key from a passphrase: 128 · `rounds` · `blockSize` bytes of memory.
    struct Cost: Sendable {
        var rounds = 1 << 17
        var blockSize = 8
        var parallelism = 1

        /// What tests can afford to do often.
        static let low = Cost(rounds: 1 << 10)
        /// The most that opening a file may cost: 1 GB of memory. A file could ask for any number.
        static let limits = (rounds: 2...1 << 20, blockSize: 1...8, parallelism: 1...4)
    }

    /// The file of a key that is sealed with a passphrase: JSON.
    ///
    /// - Complexity: Takes 128 MB of memory and about half a second, on purpose.
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

    /// The file of a key that is not sealed.
    public static func open(_ key: PrivateKey) -> Data {
        var members = header(of: key)
        members["secret"] = .string(key.secret.base64EncodedString())
        return Data(JSONValue.object(members).readableBytes)
    }

    /// Whether a file is sealed.
    public static func isSealed(_ file: Data) throws(KeyFileError) -> Bool { try fields(of: file).has("seal") }

    /// The public half of a key, for which no passphrase is needed. Nothing vouches for it but the file.
    public static func publicKey(of file: Data) throws(KeyFileError) -> VerificationKey {
        let fields = try fields(of: file)
        do throws(JSONFieldError) {
            return try VerificationKey(fields.object("public"))
        } catch {
            throw .malformed(error.description)
        }
    }

    /// The file of a public half alone, which may be given to anybody.
    public static func file(of key: VerificationKey) -> Data {
        Data(JSONValue.object(["_type": .string("key"), "public": key.json]).readableBytes)
    }

    /// Opens a key's file.
    ///
    /// - Throws: ``KeyFileError``.
    public static func key(in file: Data, passphrase: String? = nil) throws(KeyFileError) -> PrivateKey {
        let fields = try fields(of: file)
        do {
            guard let kind = PrivateKey.Kind(rawValue: try fields.string("kind")) else {
                throw fields.error("kind", "is not known")
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
            guard try fields.string("_type") == "key" else { throw fields.error("_type", "has to be \"key\"") }
            return fields
        } catch {
            throw .malformed(String(describing: error))
        }
    }

    private static func header(of key: PrivateKey) -> [ExactString: JSONValue] {
        ["_type": .string("key"), "kind": .string(key.kind.rawValue), "public": key.key.json]
    }

    private static func derive(_ passphrase: String, _ seal: JSONFields) throws -> SymmetricKey {
        guard try seal.string("kdf") == "scrypt" else { throw seal.error("kdf", "is not known") }
        guard try seal.string("cipher") == "aes-256-gcm" else { throw seal.error("cipher", "is not known") }
        guard let salt = Data(hexadecimal: try seal.string("salt")), (16...64).contains(salt.count) else {
            throw seal.error("salt", "has to be 16 to 64 bytes in hexadecimal digits")
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
