import AtollPackages
import BoundedServer
import DurableFiles
import Foundation
import Logging

/// Packs of complete versions, each made when it is first requested and cached on disk. The pack of an update is cut
/// out of that of the complete version.
actor PackStore {
    private let blobs: any BlobStore
    private let directory: URL
    private let capacity: Int
    private var underWay: [SHA256Hash: Task<Data?, any Error>] = [:]

    /// - Parameter capacity: The maximum size of the cached packs, in bytes.
    init(directory: URL, blobs: any BlobStore, capacity: Int = 1_000_000_000) throws {
        self.directory = directory
        self.blobs = blobs
        self.capacity = capacity
        try DurableFile.makeFolder(directory)
        try DurableFile.removeLeftovers(in: directory)
    }

    /// The pack of the version with this file list: complete, or without the files of `other`, a version that the
    /// device already has.
    ///
    /// - Returns: nil if there is no such version.
    func pack(of fileList: SHA256Hash, from other: SHA256Hash?) async throws -> FileBody? {
        let file = directory.appending(path: fileList.hex)
        guard let other, let encoded = try await blobs.read(other), let list = try? FileList(decoding: encoded) else {
            if let body = try FileBody(path: file.path) { return body }
            return try await makePack(of: fileList).map { FileBody($0) }
        }
        // The complete pack is in memory only while its parts are located. Another request may remove the file to make
        // room for its own.
        var whole = FileManager.default.contents(atPath: file.path)
        if whole == nil { whole = try await makePack(of: fileList) }
        guard let whole else { return nil }
        let there = Set(list.files.map(\.sha256))
        let wanted = try BlobPack.records(in: whole).filter { !there.contains($0.digest) }.map(\.range)
        if let body = try FileBody(path: file.path, prefix: BlobPack.signature, ranges: wanted) { return body }
        return FileBody(wanted.reduce(BlobPack.signature) { $0 + whole[$1] })
    }

    /// Makes a pack and caches it; concurrent requests share one.
    ///
    /// - Returns: nil if there is no such version.
    private func makePack(of fileList: SHA256Hash) async throws -> Data? {
        if let task = underWay[fileList] { return try await task.value }
        let task = Task { [blobs] in try await Self.make(fileList, blobs) }
        underWay[fileList] = task
        defer { underWay[fileList] = nil }
        guard let pack = try await task.value else { return nil }
        // A pack that can't be cached is made again for the next request.
        try? makeRoom(for: pack.count)
        try? pack.write(to: directory.appending(path: fileList.hex), options: .atomic)
        return pack
    }

    private static func make(_ fileList: SHA256Hash, _ blobs: any BlobStore) async throws -> Data? {
        // The digest may be that of any blob; only file lists have packs.
        guard let encoded = try await blobs.read(fileList), let list = try? FileList(decoding: encoded) else {
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

    /// Removes the oldest packs until there is room.
    private func makeRoom(for bytes: Int) throws {
        let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
        var packs = try FileManager.default.contentsOfDirectory(
            at: directory, includingPropertiesForKeys: Array(keys)
        ).map { url in
            let values = try url.resourceValues(forKeys: keys)
            return (url: url, size: values.fileSize ?? 0, made: values.contentModificationDate ?? .distantPast)
        }.sorted { $0.made > $1.made }
        var total = packs.reduce(bytes) { $0 + $1.size }
        while total > capacity, let oldest = packs.popLast() {
            try FileManager.default.removeItem(at: oldest.url)
            total -= oldest.size
        }
    }
}
