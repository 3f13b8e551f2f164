import Foundation

/// Stores API keys. Of a secret, only the digest is stored.
package protocol APIKeyStore: Sendable {
    func add(_ key: APIKey, secretDigest: Data) async throws

    /// All keys, oldest first, including expired ones.
    func all() async throws -> [APIKey]

    /// Returns the key with this id and the SHA-256 of its secret, or `nil` if it does not exist.
    func key(withID id: String) async throws -> (key: APIKey, secretDigest: Data)?

    /// - Returns: Whether the key existed.
    func remove(_ id: String) async throws -> Bool

    func removeExpired(at now: Date) async throws
}
