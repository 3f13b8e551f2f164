import AtollPackages
import Crypto
import DurableFiles
import Foundation
import JWTKit

/// The keys with which the back ends of mini apps identify themselves, each in a file: a command and a running shell can both
/// add and remove them.
///
/// A back end registers its key itself, with a registration token that the operator gives its developers, so the
/// operator never sees the key. Only the digests of secrets are stored.
public struct BackEndKeys: Sendable {
    /// A registered key.
    public struct Key: Hashable, Sendable, Codable {
        /// The key's id: the `kid` of a public key.
        public let id: String
        /// The digest of a secret, in hexadecimal; nil for a public key.
        let digest: String?
        /// The coordinates of a public key on P-256, in base64url; nil for a secret.
        let x: String?
        let y: String?
        /// The time at which it was registered.
        public let created: Date

        /// Whether it is a secret that the back end sends, not a public key.
        public var isSecret: Bool { digest != nil }
    }

    /// The reason why a key can't be registered: a sentence.
    public struct Refusal: Error, Hashable, CustomStringConvertible {
        public let description: String
    }

    private struct Invitation: Codable {
        let expires: Date
    }

    private let folder: URL

    /// The maximum number of keys of a mini app. It may have more than one, so that keys can be replaced one by one.
    public static let maximum = 5
    /// How long a registration token is valid.
    public static let invitationLifetime: TimeInterval = 7 * 86_400

    /// The keys in the directory of a shell.
    public init(shell directory: URL) { folder = directory.appending(path: "back-ends") }

    /// Creates a registration token, which can be used once.
    public func invite(_ miniApp: MiniAppID, at now: Date = Date()) throws -> String {
        let token = Secret.random()
        let invitation = Invitation(expires: now.addingTimeInterval(Self.invitationLifetime))
        try write(invitation, file(of: Secret.digest(of: token).hex, "invitation", miniApp))
        return token
    }

    /// Whether a registration token is valid for this mini app. The token is not used up.
    func hasInvited(_ token: String, for miniApp: MiniAppID, at now: Date = Date()) -> Bool {
        let file = file(of: Secret.digest(of: token).hex, "invitation", miniApp)
        guard let data = FileManager.default.contents(atPath: file.path),
            let invitation = try? JSONDecoder().decode(Invitation.self, from: data)
        else { return false }
        return invitation.expires > now
    }

    /// Checks the key to register: a public key, or a secret.
    ///
    /// - Throws: A ``Refusal``.
    func check(_ key: (id: String, x: String, y: String)?, of miniApp: MiniAppID) throws {
        let known = try keys(of: miniApp)
        guard known.count < Self.maximum else {
            throw Refusal(description: "A mini app has at most \(Self.maximum) keys. Remove one first.")
        }
        guard let key else { return }
        guard (1...100).contains(key.id.utf8.count),
            key.id.utf8.allSatisfy({ byte in
                (0x61...0x7a).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x2d || byte == 0x5f
            })
        else { throw Refusal(description: "A kid must have 1 to 100 letters, digits, hyphens and underscores.") }
        guard (try? ECDSA.PublicKey<P256>(parameters: (key.x, key.y))) != nil else {
            throw Refusal(description: "The key must be a public key on P-256: kty EC, crv P-256, x and y.")
        }
        guard !known.contains(where: { $0.id == key.id }) else {
            throw Refusal(description: "There is a key with this kid already.")
        }
    }

    /// Uses up a registration token.
    ///
    /// - Returns: false if it is unknown, was used, has expired, or is for another mini app.
    func accept(_ token: String, for miniApp: MiniAppID, at now: Date = Date()) -> Bool {
        let file = file(of: Secret.digest(of: token).hex, "invitation", miniApp)
        guard let data = FileManager.default.contents(atPath: file.path),
            let invitation = try? JSONDecoder().decode(Invitation.self, from: data),
            // If two requests use it at the same time, only one can remove it.
            unlink(file.path) == 0
        else { return false }
        return invitation.expires > now
    }

    /// The keys of a mini app, oldest first.
    public func keys(of miniApp: MiniAppID) throws -> [Key] {
        let folder = folder.appending(path: miniApp.rawValue)
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".json") }
            .map { try JSONDecoder().decode(Key.self, from: Data(contentsOf: folder.appending(path: $0))) }
            .sorted { ($0.created, $0.id) < ($1.created, $1.id) }
    }

    /// Registers a secret.
    ///
    /// - Returns: The secret, which is not stored, and its key.
    public func addSecret(of miniApp: MiniAppID, at now: Date = Date()) throws -> (secret: String, key: Key) {
        let secret = Secret.random()
        let digest = Secret.digest(of: secret).hex
        try check(nil, of: miniApp)
        let key = Key(id: String(digest.prefix(16)), digest: digest, x: nil, y: nil, created: now)
        try add(key, of: miniApp)
        return (secret, key)
    }

    /// Registers a public key on P-256.
    ///
    /// - Throws: A ``Refusal`` if it is not one.
    public func addPublicKey(
        _ id: String, x: String, y: String, of miniApp: MiniAppID, at now: Date = Date()
    ) throws -> Key {
        try check((id, x, y), of: miniApp)
        let key = Key(id: id, digest: nil, x: x, y: y, created: now)
        try add(key, of: miniApp)
        return key
    }

    /// Removes a key.
    ///
    /// - Returns: Whether there was such a key.
    public func remove(_ id: String, of miniApp: MiniAppID) throws -> Bool {
        guard try keys(of: miniApp).contains(where: { $0.id == id }) else { return false }
        return unlink(file(of: id, "json", miniApp).path) == 0
    }

    private func add(_ key: Key, of miniApp: MiniAppID) throws {
        try write(key, file(of: key.id, "json", miniApp))
    }

    private func write(_ value: some Encodable, _ file: URL) throws {
        try DurableFile.makeFolder(folder)
        try DurableFile.makeFolder(file.deletingLastPathComponent())
        try DurableFile.write(JSONEncoder().encode(value), to: file, permissions: 0o600)
    }

    private func file(of name: String, _ kind: String, _ miniApp: MiniAppID) -> URL {
        folder.appending(path: miniApp.rawValue).appending(path: "\(name).\(kind)")
    }
}
