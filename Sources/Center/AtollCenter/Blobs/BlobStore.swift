import AtollPackages
import BoundedServer
import Foundation

/// The Center's storage for blobs. The embedded implementation is a folder.
package protocol BlobStore: Sendable {
    /// The blob's bytes, verified against the digest, or nil if it is not stored.
    func read(_ digest: SHA256Hash) async throws -> Data?

    /// Reads a blob that may not be the one the caller expects: also `nil` if it is longer than `limit` or damaged.
    func read(_ digest: SHA256Hash, upTo limit: Int) async throws -> Data?

    /// The blob's bytes as stored, read while they are sent and not verified, or nil if it is not stored.
    func body(of digest: SHA256Hash) async throws -> (any BodyBytes)?

    /// Stores the blobs of a version: its files and its file list. Once this returns, they are complete and survive a
    /// crash, and they are not collected for a day, or for as long as a version has the list.
    func write(_ blobs: [(data: Data, digest: SHA256Hash)], of fileList: SHA256Hash) async throws

    /// Removes the blobs that no version names.
    ///
    /// - Parameter needed: Returns the digests that versions name, for a store that does not know them.
    /// - Returns: The number of blobs removed.
    func collect(_ needed: () async throws -> Set<SHA256Hash>) async throws -> Int
}

extension BlobDirectory: BlobStore {
    package func write(_ blobs: [(data: Data, digest: SHA256Hash)], of fileList: SHA256Hash) throws {
        for blob in blobs { try write(blob.data, as: blob.digest) }
    }

    package func read(_ digest: SHA256Hash, upTo limit: Int) throws -> Data? {
        guard let size = stamp(of: digest)?.size, size <= limit else { return nil }
        return try? read(digest)
    }

    package func body(of digest: SHA256Hash) throws -> (any BodyBytes)? {
        try FileBody(path: location(of: digest).path)
    }

    /// No client may upload meanwhile.
    package func collect(_ needed: () async throws -> Set<SHA256Hash>) async throws -> Int {
        let needed = try await needed()
        let orphans = try digests().filter { !needed.contains($0) }
        for digest in orphans { try remove(digest) }
        return orphans.count
    }
}
