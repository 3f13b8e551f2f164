import AtollPackages
import BoundedServer
import Foundation

/// Where the Center keeps blobs. A folder is the embedded one.
protocol BlobStore: Sendable {
    /// The blob's bytes, checked against the digest, or nil where it is not there.
    func read(_ digest: BlobDigest) async throws -> Data?

    /// The blob's bytes as stored, read while they are sent, or nil if there is no such blob.
    func body(of digest: BlobDigest) async throws -> FileBody?

    /// Stores bytes under their digest; afterwards they are there whole, whatever happens.
    ///
    /// - Returns: Whether the blob is new.
    func write(_ data: Data, as digest: BlobDigest) async throws -> Bool

    /// The digests of all blobs, in no particular order.
    func digests() async throws -> [BlobDigest]

    /// Removes a blob; one that is not there is no error.
    func remove(_ digest: BlobDigest) async throws
}

extension BlobDirectory: BlobStore {
    func body(of digest: BlobDigest) throws -> FileBody? { try FileBody(path: location(of: digest).path) }
}
