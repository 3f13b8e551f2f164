import AtollPackages
import BoundedServer
import Foundation

/// The Center's storage for blobs. The embedded implementation is a folder.
protocol BlobStore: Sendable {
    /// The blob's bytes, verified against the digest, or nil if it is not stored.
    func read(_ digest: SHA256Hash) async throws -> Data?

    /// The blob's bytes as stored, read while they are sent and not verified, or nil if it is not stored.
    func body(of digest: SHA256Hash) async throws -> FileBody?

    /// Stores bytes under their digest. Once this returns, the blob is complete and survives a crash.
    ///
    /// - Returns: Whether the blob is new.
    func write(_ data: Data, as digest: SHA256Hash) async throws -> Bool

    /// The digests of all blobs, in no particular order.
    func digests() async throws -> [SHA256Hash]

    /// Removes a blob; does nothing if it is not stored.
    func remove(_ digest: SHA256Hash) async throws
}

extension BlobDirectory: BlobStore {
    func body(of digest: SHA256Hash) throws -> FileBody? { try FileBody(path: location(of: digest).path) }
}
