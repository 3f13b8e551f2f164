import AtollCenter
import AtollPackages
import BoundedServer
import Foundation
import ObjectStorage

/// Stores packs in the bucket. The first one that was made stays: another one may have other bytes, because libraries
/// compress differently, and a device that continues a download must find the rest of the same bytes.
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

    func body(of fileList: SHA256Hash, prefix: Data, ranges: [Range<Int>]) throws -> (any BodyBytes)? {
        ObjectBody(objects, try Self.key(fileList), prefix: prefix, ranges: ranges)
    }

    func add(_ pack: Data, of fileList: SHA256Hash) async {
        do {
            // A pack that can't be read now may exist: only one that is known to be missing is stored.
            let key = try Self.key(fileList)
            if try await objects.part(of: key, 0..<1) == nil { try await objects.put(pack, at: key) }
        } catch {
            // It is made again for the next request.
        }
    }
}
