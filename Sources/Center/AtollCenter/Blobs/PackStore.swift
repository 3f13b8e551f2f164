import AtollCenterDomain
import AtollPackages
import BoundedServer
import Foundation
import Logging

/// Packs of complete versions, each made when it is first requested and cached from then on. The pack of an update is
/// cut out of that of the complete version.
actor PackStore {
    private let blobs: any BlobStore
    private let cache: any PackCache
    /// Whether the file list of a version has this digest.
    private let isVersion: @Sendable (MiniAppID, _ code: Int, _ fileList: SHA256Hash) async throws -> Bool
    /// Whole packs are in memory only for as many at a time.
    private let gate = UploadGate(capacity: 80_000_000)
    /// Anybody may ask for a pack. Making one takes the processor for a while, so one is made at a time, by turns of
    /// the mini apps.
    private let making = AsyncTurns(maximumWaiting: 200, perKey: 20, patience: .seconds(60))
    /// The digest in a request may be that of any blob, and anybody can send one: few are in memory at a time, they are
    /// decoded one after the other, and what they are is remembered.
    private let lists = UploadGate(capacity: 16_000_000)
    private let decoding = AsyncTurns()
    private var digests = ListDigests()
    private var readings: [SHA256Hash: Task<FoundList?, any Error>] = [:]
    private static let longestList = FileListReference.maximumLength
    private var underWay: [SHA256Hash: Task<Data?, any Error>] = [:]
    private var places = PackPlaces()

    /// - Parameter isVersion: Whether the file list of a version has this digest: a package can have files that look
    ///   like one.
    init(
        _ cache: any PackCache, blobs: any BlobStore,
        isVersion: @escaping @Sendable (MiniAppID, _ code: Int, _ fileList: SHA256Hash) async throws -> Bool
    ) {
        self.cache = cache
        self.blobs = blobs
        self.isVersion = isVersion
    }

    /// The pack of the version with this file list: complete, or without the files of `other`, a version that the
    /// device already has.
    ///
    /// - Returns: nil if there is no such version.
    func pack(of fileList: SHA256Hash, from other: SHA256Hash?) async throws -> (any BodyBytes)? {
        // The device has all files of the version, so the pack is empty.
        if let other, other == fileList {
            if try await cache.body(of: fileList) == nil, try await makePack(of: fileList) == nil { return nil }
            return FileBody(BlobPack.signature)
        }
        guard let other, let there = try await files(of: other) else {
            if let body = try await cache.body(of: fileList) { return body }
            guard let pack = try await makePack(of: fileList) else { return nil }
            // A client that reads slowly holds a file, and not the memory.
            return (try? await cache.body(of: fileList)) ?? FileBody(pack)
        }
        // If an earlier update has located the records of this pack, the pack need not be read again.
        if let known = places[fileList], let body = try await cache.body(of: fileList), body.count == known.end,
            let part = try await cut(known.records, without: there, of: fileList)
        {
            return part
        }
        // Made before the gate, so that this request reserves no memory while it waits for its pack.
        if try await cache.body(of: fileList) == nil, try await makePack(of: fileList) == nil { return nil }
        // The complete pack is in memory only while its parts are located. Another request may remove the file to make
        // room for its own.
        return try await gate.pass(bytes: 2 * PackageLimits().totalBytes) {
            var whole = try await cache.pack(of: fileList)
            if whole == nil { whole = try await makePack(of: fileList) }
            guard let whole else { return nil }
            let records = try BlobPack.records(in: whole)
            places.add(records, of: fileList)
            if let part = try await cut(records, without: there, of: fileList) { return part }
            return FileBody(
                records.filter { !there.contains($0.digest) }.reduce(BlobPack.signature) { $0 + whole[$1.range] })
        }
    }

    /// A blob that was asked for as a file list, and what it is.
    private struct FoundList: Sendable {
        let encoded: Data
        /// The list; nil if the blob is something else.
        let list: FileList?
    }

    /// The digests of the files in a list; nil if there is no such list.
    private func files(of fileList: SHA256Hash) async throws -> Set<SHA256Hash>? {
        if let known = digests[fileList] { return known.files }
        return try await found(fileList)?.list.map { Set($0.files.map(\.sha256)) }
    }

    /// Reads the blob with a digest from a request; `nil` if it does not exist. Concurrent requests share the reading.
    ///
    /// - Throws: A 503 ``Problem`` if too many lists have to be read.
    private func found(_ digest: SHA256Hash) async throws -> FoundList? {
        if let task = readings[digest] { return try await task.value }
        let task = Task { try await read(digest) }
        readings[digest] = task
        defer { readings[digest] = nil }
        let found = try await task.value
        // A blob that is not there may be uploaded later.
        if let found { digests.add(found.list.map { Set($0.files.map(\.sha256)) }, of: digest) }
        return found
    }

    private nonisolated func read(_ digest: SHA256Hash) async throws -> FoundList? {
        try await lists.pass(bytes: Self.longestList) {
            guard let encoded = try await blobs.read(digest, upTo: Self.longestList) else { return nil }
            return try await decoding.run {
                await BackgroundThread.run { FoundList(encoded: encoded, list: try? FileList(decoding: encoded)) }
            }
        }
    }

    /// The records that a device lacks, read from the cached pack while they are sent; `nil` if it is not cached.
    private func cut(
        _ records: [PackPlaces.Record], without there: Set<SHA256Hash>, of fileList: SHA256Hash
    ) async throws -> (any BodyBytes)? {
        try await cache.body(
            of: fileList, prefix: BlobPack.signature,
            ranges: records.filter { !there.contains($0.digest) }.map(\.range))
    }

    /// Makes and caches a pack; concurrent requests share one.
    ///
    /// - Returns: nil if there is no such version.
    /// - Throws: A 503 ``Problem`` if too many packs have to be made.
    private func makePack(of fileList: SHA256Hash) async throws -> Data? {
        if let task = underWay[fileList] { return try await task.value }
        // The digest may be that of any blob; only the file lists of versions have packs.
        if let known = digests[fileList], known.files == nil { return nil }
        let task = Task { try await makeInTurn(fileList) }
        underWay[fileList] = task
        defer { underWay[fileList] = nil }
        guard let pack = try await task.value else { return nil }
        // A pack that can't be cached is made again for the next request.
        await cache.add(pack, of: fileList)
        return pack
    }

    private nonisolated func makeInTurn(_ fileList: SHA256Hash) async throws -> Data? {
        guard let found = try await found(fileList), let list = found.list,
            let miniApp = try await miniApp(of: list, fileList)
        else { return nil }
        let encoded = found.encoded
        return try await making.run(for: miniApp.rawValue) { try await make(list, encoded, fileList) }
    }

    /// - Throws: `BlobError` for a file that is damaged or missing.
    private nonisolated func make(_ list: FileList, _ encoded: Data, _ fileList: SHA256Hash) async throws -> Data? {
        var files: [(blob: Data, digest: SHA256Hash)] = [(encoded, fileList)]
        var there: Set<SHA256Hash> = []
        for file in list.files where there.insert(file.sha256).inserted {
            guard let blob = try await blobs.read(file.sha256), blob.count == file.length else { return nil }
            files.append((blob, file.sha256))
        }
        let all = files
        return await BackgroundThread.run {
            all.reduce(into: BlobPack.signature) { $0.append(BlobPack.record(of: $1.blob, digest: $1.digest)) }
        }
    }

    /// The mini app of which a list is that of a version, as its manifest says; nil if it is not.
    private nonisolated func miniApp(of list: FileList, _ digest: SHA256Hash) async throws -> MiniAppID? {
        guard let file = list.files.first(where: { $0.path == Manifest.path }),
            let data = try await blobs.read(file.sha256, upTo: file.length),
            let manifest = try? Manifest(decoding: data),
            try await isVersion(manifest.id, manifest.version.code, digest)
        else { return nil }
        return manifest.id
    }
}
