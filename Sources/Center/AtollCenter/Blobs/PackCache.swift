import AtollPackages
import BoundedServer
import Foundation

/// Keeps packs that were made, by the digest of their file list.
package protocol PackCache: Sendable {
    /// The pack's bytes, or `nil` if it is not cached.
    func pack(of fileList: SHA256Hash) async throws -> Data?

    /// The pack, read while it is sent, or `nil` if it is not cached.
    func body(of fileList: SHA256Hash) async throws -> (any BodyBytes)?

    /// Parts of the pack after a prefix, or `nil` if it is not cached, or can't be read in parts.
    func body(of fileList: SHA256Hash, prefix: Data, ranges: [Range<Int>]) async throws -> (any BodyBytes)?

    /// Keeps a pack, if that is possible.
    func add(_ pack: Data, of fileList: SHA256Hash) async
}
