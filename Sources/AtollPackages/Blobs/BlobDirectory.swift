import DurableFiles
import Foundation

/// Blobs in a folder, each under its digest, each whole: `ab/ab12…`.
///
/// The Center keeps the files of all versions in one; a device keeps those of the versions it has installed in
/// another. A blob is written to a temporary file, forced to the disk and renamed into place, so that a reader never
/// finds half of one, also after a crash.
public struct BlobDirectory: Sendable {
    public let url: URL
    private let root: String

    /// Opens the folder, makes it where it is missing, and clears away what a killed process left half written.
    public init(_ url: URL) throws {
        self.url = url
        root = url.path
        try DurableFile.makeFolder(url)
        for shard in try FileManager.default.contentsOfDirectory(atPath: url.path) where shard.utf8.count == 2 {
            try DurableFile.removeLeftovers(in: url.appending(path: shard))
        }
    }

    /// Where the blob lies, or would.
    public func location(of digest: BlobDigest) -> URL {
        URL(filePath: path(of: digest))
    }

    /// The same as a path, which is faster to make than a `URL`.
    private func path(of digest: BlobDigest) -> String { "\(root)/\(digest.hex.prefix(2))/\(digest.hex)" }

    /// Whether the blob is there.
    ///
    /// - Complexity: One call of the file system.
    public func contains(_ digest: BlobDigest) -> Bool {
        stamp(of: digest) != nil
    }

    /// The blob's bytes, or nil where it is not there.
    ///
    /// - Throws: ``BlobError/damaged(_:)`` where the bytes on disk no longer have the digest.
    public func read(_ digest: BlobDigest) throws -> Data? {
        guard let data = try bytes(of: digest) else { return nil }
        guard BlobDigest(of: data) == digest else { throw BlobError.damaged(digest) }
        return data
    }

    /// The blob's bytes as they lie, unchecked, or nil where it is not there: for those who hand them on to somebody who
    /// checks.
    public func bytes(of digest: BlobDigest) throws -> Data? {
        contains(digest) ? try Data(contentsOf: location(of: digest)) : nil
    }

    /// Stores bytes under their digest. Where the same blob is there already nothing is written, unless it is damaged.
    ///
    /// - Returns: Whether the blob is new.
    @discardableResult
    public func write(_ data: Data, as digest: BlobDigest) throws -> Bool {
        precondition(BlobDigest(of: data) == digest, "A blob is stored under its own digest.")
        let file = location(of: digest)
        let shard = file.deletingLastPathComponent()
        if let there = try? read(digest), there == data {
            // Whoever wrote it may have been stopped before the folder was forced to the disk.
            try DurableFile.synchronizeFolder(shard)
            return false
        }
        try DurableFile.makeFolder(shard)
        try DurableFile.write(data, to: file)
        return true
    }

    /// Stores bytes whose digest was just compared, and leaves it to the caller to call ``synchronize()`` before they count.
    ///
    /// - Returns: The stamp by which it is known that the file has not changed since.
    @discardableResult
    package func writeUnforced(_ data: Data, as digest: BlobDigest) throws -> FileStamp? {
        let file = path(of: digest)
        do {
            try DurableFile.writeUnforced(data, toPath: file)
        } catch let error as POSIXError where error.code == .ENOENT {
            // The first of its folder; or the system has emptied the cache while it ran.
            try DurableFile.makeFolderUnforced(path: "\(root)/\(digest.hex.prefix(2))")
            try DurableFile.writeUnforced(data, toPath: file)
        }
        return FileStamp(path: file)
    }

    /// Forces what was written to the disk.
    package func synchronize() throws {
        try DurableFile.synchronize(url)
    }

    /// Size and time of a blob's file, or nil where it is not there.
    package func stamp(of digest: BlobDigest) -> FileStamp? {
        FileStamp(path: path(of: digest))
    }

    /// Removes a blob; one that is not there is no error.
    public func remove(_ digest: BlobDigest) throws {
        let file = location(of: digest)
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        try FileManager.default.removeItem(at: file)
    }

    /// The digests of all blobs, in no particular order.
    ///
    /// - Complexity: O(*n*) in the number of blobs.
    public func digests() throws -> [BlobDigest] {
        try FileManager.default.contentsOfDirectory(atPath: url.path)
            .filter { $0.utf8.count == 2 }
            .flatMap { try FileManager.default.contentsOfDirectory(atPath: url.appending(path: $0).path) }
            .compactMap { BlobDigest(hex: $0) }
    }
}

/// What is wrong with a stored blob.
public enum BlobError: Error, Hashable, CustomStringConvertible {
    /// The bytes on disk do not have the digest under which they lie.
    case damaged(BlobDigest)

    public var description: String {
        switch self {
        case .damaged(let digest): "The blob \(digest) is damaged: its bytes no longer have its digest."
        }
    }
}
