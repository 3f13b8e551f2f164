import AtollCenter
import AtollPackages
import BoundedServer
import Foundation
import ObjectStorage

/// Keeps packs in the bucket. The first one that was made stays: another one may have other bytes, because libraries
/// compress differently, and a device that goes on with a part must find the rest of what it began with.
struct BucketPacks: PackCache {
    let objects: any ObjectStore

    /// The maximum length of a pack, in bytes.
    private static let maximumLength = 2 * PackageLimits().totalBytes

    static func key(_ fileList: SHA256Hash) throws -> ObjectKey { try BucketBlobs.key("v1/packs/" + fileList.hex) }

    func pack(of fileList: SHA256Hash) async throws -> Data? {
        try await objects.get(try Self.key(fileList), limit: Self.maximumLength)
    }

    func body(of fileList: SHA256Hash) async throws -> (any BodyBytes)? {
        try await ObjectBody.of(Self.key(fileList), in: objects)
    }

    func body(of fileList: SHA256Hash, prefix: Data, ranges: [Range<Int>]) -> (any BodyBytes)? { nil }

    func add(_ pack: Data, of fileList: SHA256Hash) async {
        guard let key = try? Self.key(fileList), let there = try? await objects.part(of: key, 0..<1) else {
            // Not there, or the bucket can't be read: then it can't be written either.
            if let key = try? Self.key(fileList) { try? await objects.put(pack, at: key) }
            return
        }
        _ = there
    }
}
