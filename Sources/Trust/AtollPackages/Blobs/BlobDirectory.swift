import DurableFiles
import Foundation

/// A folder of blobs, each stored whole under its digest: `ab/ab12…`.
///
/// The Center stores the files of all versions in one; a device stores those of its installed versions in another. A
/// blob is written to a temporary file, flushed to disk and renamed into place, so that a reader never finds a partial
/// one, even after a crash.
public struct BlobDirectory: Sendable {
    /// The folder that contains the blobs.
    public let url: URL
    private let root: String

    /// Opens the folder, creating it if it does not exist, and removes partial files that a killed process left behind.
    public init(_ url: URL) throws {
        self.url = url
        root = url.path
        try DurableFile.makeFolder(url)
        for shard in try FileManager.default.contentsOfDirectory(atPath: url.path) where shard.utf8.count == 2 {
            try DurableFile.removeLeftovers(in: url.appending(path: shard))
        }
    }

    /// The URL of the blob's file, whether or not it exists.
    public func location(of digest: SHA256Hash) -> URL {
        URL(filePath: path(of: digest))
    }

    /// The file of a blob as a path, which is faster to build than a `URL`.
    private func path(of digest: SHA256Hash) -> String { "\(root)/\(digest.hex.prefix(2))/\(digest.hex)" }

    /// Whether the blob's file exists. Its bytes are not verified.
    ///
    /// - Complexity: One file system call.
    public func contains(_ digest: SHA256Hash) -> Bool {
        stamp(of: digest) != nil
    }

    /// The blob's bytes, or nil if it does not exist.
    ///
    /// - Throws: ``BlobError/damaged(_:)`` if the bytes on disk no longer match the digest.
    public func read(_ digest: SHA256Hash) throws -> Data? {
        guard let data = try bytes(of: digest) else { return nil }
        guard SHA256Hash(of: data) == digest else { throw BlobError.damaged(digest) }
        return data
    }

    /// The blob's bytes, unverified, or nil if it does not exist: for callers that pass them on to a recipient that
    /// verifies them.
    public func bytes(of digest: SHA256Hash) throws -> Data? {
        contains(digest) ? try Data(contentsOf: location(of: digest)) : nil
    }

    /// Stores bytes under their digest. An intact copy that already exists is left as it is; a damaged one is replaced.
    ///
    /// - Precondition: `digest` is the digest of `data`.
    /// - Returns: Whether the blob was written.
    @discardableResult
    public func write(_ data: Data, as digest: SHA256Hash) throws -> Bool {
        precondition(SHA256Hash(of: data) == digest, "A blob must be stored under its own digest.")
        let file = location(of: digest)
        let shard = file.deletingLastPathComponent()
        if let there = try? read(digest), there == data {
            // The process that wrote it may have been killed before it flushed the folder.
            try DurableFile.synchronizeFolder(shard)
            return false
        }
        try DurableFile.makeFolder(shard)
        try DurableFile.write(data, to: file)
        return true
    }

    /// Stores bytes whose digest the caller has just verified. They are durable only after the caller calls
    /// ``synchronize()``.
    ///
    /// - Returns: The file's stamp, by which later changes can be detected.
    @discardableResult
    package func writeUnforced(_ data: Data, as digest: SHA256Hash) throws -> FileStamp? {
        let file = path(of: digest)
        do {
            try DurableFile.writeUnforced(data, toPath: file)
        } catch let error as POSIXError where error.code == .ENOENT {
            // The first blob in its folder, or the system has emptied the cache in the meantime.
            try DurableFile.makeFolderUnforced(path: "\(root)/\(digest.hex.prefix(2))")
            try DurableFile.writeUnforced(data, toPath: file)
        }
        return FileStamp(path: file)
    }

    /// Flushes everything written so far to disk.
    package func synchronize() throws {
        try DurableFile.synchronize(url)
    }

    /// The size and modification time of the blob's file, or nil if it does not exist.
    package func stamp(of digest: SHA256Hash) -> FileStamp? {
        FileStamp(path: path(of: digest))
    }

    /// Removes a blob, if it exists.
    public func remove(_ digest: SHA256Hash) throws {
        let file = location(of: digest)
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        try FileManager.default.removeItem(at: file)
    }

    /// The digests of all blobs, in no particular order.
    ///
    /// - Complexity: O(*n*) in the number of blobs.
    public func digests() throws -> [SHA256Hash] {
        try FileManager.default.contentsOfDirectory(atPath: url.path)
            .filter { $0.utf8.count == 2 }
            .flatMap { try FileManager.default.contentsOfDirectory(atPath: url.appending(path: $0).path) }
            .compactMap { SHA256Hash(hex: $0) }
    }
}
