import Crypto
import Foundation
import SQLStatements

/// A `POST` that its sender may send again without anything being done twice, by the header `Idempotency-Key`.
///
/// The key is recorded in the transaction of the request's change. The same key within a day returns the answer of
/// the first time, as long as it is known; one that holds a secret is not stored.
///
/// Source: draft-ietf-httpapi-idempotency-key-header-07.
package struct IdempotentRequest: Hashable, Sendable {
    /// The account or the API key: two senders may choose the same key.
    package let sender: String
    /// The SHA-256 of the key.
    package let key: Data
    /// The SHA-256 of method, path and body: the same key for something else is a mistake.
    package let content: Data

    /// How long a key is remembered, in seconds.
    package static let lifetime = 86_400
    /// How many of one sender are remembered.
    package static let maximumCount = 1_000
    /// The longest key, in bytes.
    package static let maximumKey = 200

    /// The request that a handler answers at this moment, which the first transaction records.
    @TaskLocal package static var current: Claim?

    /// Nil for a key that is not 1 to 200 visible ASCII characters.
    package init?(key: String, sender: AuditActor, method: String, path: String, body: Data) {
        guard (1...Self.maximumKey).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            return nil
        }
        self.sender = "\(sender.kind.rawValue) \(sender.id)"
        self.key = Data(SHA256.hash(data: Data(key.utf8)))
        var hash = SHA256()
        for part in [method, path] {
            hash.update(data: Data(part.utf8))
            hash.update(data: [0])
        }
        hash.update(data: body)
        content = Data(hash.finalize())
    }
}
