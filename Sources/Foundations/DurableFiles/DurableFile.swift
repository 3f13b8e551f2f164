import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Files that are written whole or not at all, even if the process is killed or the power fails.
package enum DurableFile {
    /// Writes `data` to `url`: into a temporary file next to it, which is flushed to disk and renamed into place, and
    /// then the folder is flushed too.
    ///
    /// - Parameter permissions: The mode of the new file: `0o600` for a file that only its owner may read.
    /// - Throws: A `CocoaError` or `POSIXError`. Unless flushing the folder failed, `url` then has its previous
    ///   contents.
    package static func write(_ data: Data, to url: URL, permissions: mode_t = 0o644) throws {
        try replace(url.path, with: data, permissions: permissions, isForced: true)
        try synchronizeFolder(url.deletingLastPathComponent())
    }

    /// Writes `data` to `url` whole or not at all if the process is killed; a power failure before ``synchronize(_:)``
    /// may leave an empty file.
    package static func writeUnforced(_ data: Data, to url: URL) throws {
        try writeUnforced(data, toPath: url.path)
    }

    /// Writes `data` to a path as ``writeUnforced(_:to:)`` does. A path is faster to build than a `URL`.
    package static func writeUnforced(_ data: Data, toPath path: String) throws {
        try replace(path, with: data, permissions: 0o644, isForced: false)
    }

    private static func replace(_ path: String, with data: Data, permissions: mode_t, isForced: Bool) throws {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let temporary = "\(folder)\(temporaryPrefix)\(UUID().uuidString)"
        try DiskFault.check(.open)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
        guard descriptor >= 0 else { throw POSIXError.last }
        do {
            defer { close(descriptor) }
            try DiskFault.check(.write)
            try writeAll(data, to: descriptor)
            if isForced { try force(descriptor) }
            try DiskFault.check(.rename)
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, path) == 0 else {
            let error = POSIXError.last
            unlink(temporary)
            throw error
        }
    }

    /// Writes many files, each as ``write(_:to:permissions:)`` does, but flushes them to disk together: for files that
    /// have no effect until a last one is written that names them.
    package static func write(_ files: [(data: Data, url: URL)]) throws {
        guard files.count > 16 else {
            for (data, url) in files { try write(data, to: url) }
            return
        }
        for (data, url) in files { try writeUnforced(data, to: url) }
        try synchronize(files[0].url.deletingLastPathComponent())
        #if canImport(Darwin)
        for folder in Set(files.map { $0.url.deletingLastPathComponent() }) { try synchronizeFolder(folder) }
        #endif
    }

    /// Flushes everything that was written to disk, and the entries of `folder`.
    package static func synchronize(_ folder: URL) throws {
        try DiskFault.check(.force)
        sync()
        try synchronizeFolder(folder)
    }

    /// Flushes a folder's entries to disk, so that a rename or a removal in it survives a power failure.
    package static func synchronizeFolder(_ folder: URL) throws {
        let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw POSIXError.last }
        defer { close(descriptor) }
        try force(descriptor)
    }

    /// Creates a folder and its parents if they do not exist, so that they survive a power failure.
    package static func makeFolder(_ folder: URL) throws {
        guard !FileManager.default.fileExists(atPath: folder.path) else { return }
        let parent = folder.deletingLastPathComponent()
        try makeFolder(parent)
        try DiskFault.check(.makeFolder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try synchronizeFolder(parent)
    }

    /// Creates a folder that only its owner can access, or restricts an existing one to its owner.
    package static func makePrivateFolder(_ folder: URL) throws {
        try makeFolder(folder)
        guard chmod(folder.path, 0o700) == 0 else { throw POSIXError.last }
    }

    /// Makes everything that this process creates from now on private to its owner. For programs; a library leaves this
    /// to its caller.
    package static func keepPrivate() { umask(0o077) }

    /// Creates a folder and its parents. They survive a power failure only after ``synchronize(_:)``.
    package static func makeFolderUnforced(path: String) throws {
        try DiskFault.check(.makeFolder)
        if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// Flushes a file or folder to the disk itself.
    private static func force(_ descriptor: Int32) throws {
        try DiskFault.check(.force)
        #if canImport(Darwin)
        // On Darwin, `fsync` leaves the bytes in the drive's own cache.
        guard fcntl(descriptor, F_FULLFSYNC) == 0 || fsync(descriptor) == 0 else { throw POSIXError.last }
        #else
        guard fsync(descriptor) == 0 else { throw POSIXError.last }
        #endif
    }

    /// The contents of a file; nil if it does not exist.
    ///
    /// `FileManager.contents(atPath:)` also returns nil for a file that can't be read. A caller that mistakes that for
    /// a missing file would overwrite it.
    ///
    /// - Throws: A `CocoaError` for a file that can't be read.
    package static func contents(of file: URL) throws -> Data? {
        do {
            return try Data(contentsOf: file)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        }
    }

    /// Removes a file, if it exists. It stays removed after a power failure.
    package static func remove(_ file: URL) throws {
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        try FileManager.default.removeItem(at: file)
        try synchronizeFolder(file.deletingLastPathComponent())
    }

    /// Removes the temporary files that a killed process left in `folder`.
    package static func removeLeftovers(in folder: URL) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where name.hasPrefix(temporaryPrefix) {
            try FileManager.default.removeItem(at: folder.appending(path: name))
        }
    }

    /// The prefix of the names of temporary files.
    package static let temporaryPrefix = ".tmp-"

    private static func writeAll(_ data: Data, to descriptor: Int32) throws {
        try data.withUnsafeBytes { bytes in
            var offset = 0
            while offset < bytes.count {
                let written = systemWrite(descriptor, bytes.baseAddress?.advanced(by: offset), bytes.count - offset)
                if written < 0 {
                    if errno == EINTR { continue }
                    throw POSIXError.last
                }
                offset += written
            }
        }
    }

    /// The system's `write`, which the methods above would shadow.
    private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Glibc)
        Glibc.write(descriptor, bytes, count)
        #elseif canImport(Musl)
        Musl.write(descriptor, bytes, count)
        #else
        Darwin.write(descriptor, bytes, count)
        #endif
    }
}

extension POSIXError {
    /// The error that the last failed system call left in `errno`.
    package static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
