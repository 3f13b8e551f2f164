import AtollPackages
import DurableFiles
import Foundation
import PrintableText

/// The owner of some of the areas of ``FolderFiles``, on a separate queue, as ``StorageLane`` is.
actor FilesLane {
    private let limits: FolderFiles.Limits
    private let directory: URL
    private let executor = QueueExecutor(label: "atoll.files")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(directory: URL, limits: FolderFiles.Limits) {
        self.directory = directory
        self.limits = limits
    }

    /// The files of an area, sorted by their paths.
    func list(in area: StorageArea) throws(FilesError) -> [MiniAppFile] {
        try catching {
            let folder = folder(of: area)
            guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
            return try FileManager.default.contentsOfDirectory(atPath: folder.path).compactMap { name in
                guard let bytes = Data(hexadecimal: name), let path = String(bytes: bytes, encoding: .utf8) else {
                    return nil
                }
                return MiniAppFile(path: path, size: try Self.size(of: folder.appending(path: name)))
            }.sorted { $0.path < $1.path }
        }
    }

    /// A piece of a file, and the file's size.
    func read(
        _ path: String, from offset: Int, count: Int, in area: StorageArea
    ) throws(FilesError) -> (data: Data, size: Int) {
        let file = try file(path, in: area)
        guard FileManager.default.fileExists(atPath: file.path) else { throw .notFound }
        let size = try catching { try Self.size(of: file) }
        guard (0...size).contains(offset) else { throw .badOffset }
        return try catching {
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }
            try handle.seek(toOffset: UInt64(offset))
            return (try handle.read(upToCount: max(0, count)) ?? Data(), size)
        }
    }

    /// Writes a piece of a file.
    func write(
        _ data: Data, to path: String, at offset: Int?, in area: StorageArea
    ) throws(FilesError) -> Int {
        let file = try file(path, in: area)
        let files = try list(in: area)
        // By bytes: Swift considers two spellings of an accented letter equal, but they are two files.
        let isThis = { (file: MiniAppFile) in file.path.utf8.elementsEqual(path.utf8) }
        let old = files.first(where: isThis)?.size
        guard (0...(old ?? 0)).contains(offset ?? 0) else { throw .badOffset }
        if old == nil, files.count >= limits.files { throw .tooMany(limit: limits.files) }
        // cannot trap: the offset is at most the file's size, and both are below the limit.
        let size = offset.map { max(old ?? 0, $0 + data.count) } ?? data.count
        let others = files.reduce(0) { $0 + (isThis($1) ? 0 : $1.size) }
        guard others + size <= limits.bytes else { throw .full(limit: limits.bytes) }
        try catching {
            guard let offset, old != nil else {
                try DurableFile.makeFolder(file.deletingLastPathComponent())
                return try DurableFile.write(data, to: file, permissions: 0o600)
            }
            let handle = try FileHandle(forWritingTo: file)
            defer { try? handle.close() }
            do {
                try handle.seek(toOffset: UInt64(offset))
                try handle.write(contentsOf: data)
                try handle.synchronize()
            } catch {
                // A full disk takes a part: undo the partial append.
                if let old { try? handle.truncate(atOffset: UInt64(old)) }
                throw error
            }
        }
        return size
    }

    /// Removes a file, if there is one.
    func remove(_ path: String, in area: StorageArea) throws(FilesError) {
        let file = try file(path, in: area)
        try catching {
            guard FileManager.default.fileExists(atPath: file.path) else { return }
            try FileManager.default.removeItem(at: file)
            try DurableFile.synchronizeFolder(file.deletingLastPathComponent())
        }
    }

    /// Removes all files of an area.
    func removeAll(in area: StorageArea) throws(FilesError) {
        let folder = folder(of: area)
        try catching {
            guard FileManager.default.fileExists(atPath: folder.path) else { return }
            try FileManager.default.removeItem(at: folder)
            try DurableFile.synchronizeFolder(folder.deletingLastPathComponent())
        }
    }

    /// Removes all files of a mini app in the folder of a user.
    func removeAll(of miniApp: MiniAppID, inFolder user: String) throws(FilesError) {
        try catching {
            let folder = directory.appending(path: user).appending(path: miniApp.rawValue)
            guard FileManager.default.fileExists(atPath: folder.path) else { return }
            try FileManager.default.removeItem(at: folder)
            try DurableFile.synchronizeFolder(folder.deletingLastPathComponent())
        }
    }

    private func folder(of area: StorageArea) -> URL {
        directory.appending(path: FileStorage.folder(of: area.user)).appending(path: area.miniApp.rawValue)
    }

    private func file(_ path: String, in area: StorageArea) throws(FilesError) -> URL {
        // By bytes: a slash with a mark on it is another letter, and still a slash.
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(String.init)
        // In hexadecimal it is twice as long, and a file's name has at most 255 bytes.
        guard (1...120).contains(path.utf8.count), parts.allSatisfy({ !["", ".", ".."].contains($0 ?? "") }),
            !path.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f })
        else { throw .badPath }
        return folder(of: area).appending(path: path.utf8.hexadecimal)
    }

    private static func size(of file: URL) throws -> Int {
        (try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? NSNumber)?.intValue ?? 0
    }

    private func catching<Value>(_ body: () throws -> Value) throws(FilesError) -> Value {
        try FolderFiles.catching(body)
    }
}
