import AtollPackages
import Crypto
import Foundation
import SignedJSON

/// The API keys that the Center accepts.
///
/// A key has the form `atoll_<id>_<secret>`. The secret is 256 random bits, so it can't be guessed, and storing a plain
/// SHA-256 of it is enough. Digests are compared in constant time.
public struct APIKeys: Sendable {
    private let store: any APIKeyStore
    private let now: @Sendable () -> Date
    private let randomBytes: @Sendable (_ count: Int) -> [UInt8]

    package init(
        _ store: any APIKeyStore, now: @escaping @Sendable () -> Date,
        randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8]
    ) {
        self.store = store
        self.now = now
        self.randomBytes = randomBytes
    }

    /// Creates and stores a key.
    ///
    /// - Parameters:
    ///   - publisher: The publisher that the key belongs to.
    ///   - scopes: The operations that it permits.
    ///   - ids: The mini apps and super apps that it is limited to; if empty, all of the publisher's.
    ///   - expires: The time from which it is no longer accepted.
    /// - Returns: The stored key, and the text that the publisher sends, which can't be retrieved later.
    public func create(
        for publisher: PublisherID, scopes: Set<APIKeyScope>, ids: Set<MiniAppID> = [], expires: Date
    ) async throws -> (key: APIKey, text: String) {
        let (id, secret) = (randomBytes(8).hexadecimal, randomBytes(32).hexadecimal)
        let key = APIKey(id: id, publisher: publisher, scopes: scopes, ids: ids, created: now(), expires: expires)
        try await store.add(key, secretDigest: Data(SHA256.hash(data: Data(secret.utf8))))
        return (key, "atoll_\(id)_\(secret)")
    }

    /// All stored keys, oldest first, including expired ones.
    public func all() async throws -> [APIKey] { try await store.all() }

    /// Removes the key with this id, effective immediately.
    ///
    /// - Returns: Whether the key existed.
    @discardableResult
    public func revoke(_ id: String) async throws -> Bool { try await store.remove(id) }

    /// Removes the keys that have expired by `now`.
    public func removeExpired(at now: Date) async throws { try await store.removeExpired(at: now) }

    /// The key with this text, or nil if it is unknown or has expired.
    package func key(for text: String, at now: Date) async throws -> APIKey? {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard text.utf8.count <= 100, parts.count == 3, parts[0] == "atoll" else { return nil }
        let found = try await store.key(withID: String(parts[1]))
        // swift-crypto compares a digest with bytes in constant time.
        guard let found, SHA256.hash(data: Data(parts[2].utf8)) == found.secretDigest, found.key.expires > now
        else { return nil }
        return found.key
    }
}
