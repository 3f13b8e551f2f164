import AtollPackages
import BoundedServer
import Foundation
import Logging

/// Packs of complete versions, each made when it is first requested and kept from then on. The pack of an update is cut
/// out of that of the complete version.
actor PackStore {
    private let blobs: any BlobStore
    private let cache: any PackCache
    /// Whole packs are in memory only for as many at a time.
    private let gate = UploadGate(capacity: 80_000_000)
    /// The digest in a request may be that of any blob.
    private static let longestList = FileListReference.maximumLength
    private var underWay: [SHA256Hash: Task<Data?, any Error>] = [:]

    init(_ cache: any PackCache, blobs: any BlobStore) {
        self.cache = cache
        self.blobs = blobs
    }

    /// The pack of the version with this file list: complete, or without the files of `other`, a version that the
    /// device already has.
    ///
    /// - Returns: nil if there is no such version.
    func pack(of fileList: SHA256Hash, from other: SHA256Hash?) async throws -> (any BodyBytes)? {
        guard let other, let encoded = try await blobs.read(other, upTo: Self.longestList),
            let list = try? FileList(decoding: encoded)
        else {
            if let body = try await cache.body(of: fileList) { return body }
            return try await makePack(of: fileList).map { FileBody($0) }
        }
        let there = Set(list.files.map(\.sha256))
        // The complete pack is in memory only while its parts are located. Another request may remove the file to make
        // room for its own.
        return try await gate.pass(bytes: 2 * PackageLimits().totalBytes) {
            var whole = try await cache.pack(of: fileList)
            if whole == nil { whole = try await makePack(of: fileList) }
            guard let whole else { return nil }
            let wanted = try BlobPack.records(in: whole).filter { !there.contains($0.digest) }.map(\.range)
            if let body = try await cache.body(of: fileList, prefix: BlobPack.signature, ranges: wanted) { return body }
            return FileBody(wanted.reduce(BlobPack.signature) { $0 + whole[$1] })
        }
    }

    /// Makes a pack and keeps it; concurrent requests share one.
    ///
    /// - Returns: nil if there is no such version.
    private func makePack(of fileList: SHA256Hash) async throws -> Data? {
        if let task = underWay[fileList] { return try await task.value }
        let task = Task { [blobs] in try await Self.make(fileList, blobs) }
        underWay[fileList] = task
        defer { underWay[fileList] = nil }
        guard let pack = try await task.value else { return nil }
        // A pack that can't be kept is made again for the next request.
        await cache.add(pack, of: fileList)
        return pack
    }

    private static func make(_ fileList: SHA256Hash, _ blobs: any BlobStore) async throws -> Data? {
        // The digest may be that of any blob; only file lists have packs.
        guard let encoded = try await blobs.read(fileList, upTo: longestList),
            let list = try? FileList(decoding: encoded)
        else {
            return nil
        }
        var pack = BlobPack.signature + BlobPack.record(of: encoded, digest: fileList)
        var there: Set<SHA256Hash> = []
        for file in list.files where there.insert(file.sha256).inserted {
            guard let blob = try await blobs.read(file.sha256) else { return nil }
            pack.append(BlobPack.record(of: blob, digest: file.sha256))
        }
        return pack
    }
}
