import AtollPackages
import BoundedServer
import DurableFiles
import Foundation

/// Keeps packs in a folder, the newest ones up to a number of bytes.
actor PackFolder: PackCache {
    private let directory: URL
    private let capacity: Int

    /// - Parameter capacity: The maximum size of the packs, in bytes.
    init(_ directory: URL, capacity: Int = 1_000_000_000) throws {
        self.directory = directory
        self.capacity = capacity
        try DurableFile.makeFolder(directory)
        try DurableFile.removeLeftovers(in: directory)
    }

    nonisolated private func file(_ fileList: SHA256Hash) -> URL { directory.appending(path: fileList.hex) }

    nonisolated func pack(of fileList: SHA256Hash) -> Data? {
        FileManager.default.contents(atPath: file(fileList).path)
    }

    nonisolated func body(of fileList: SHA256Hash) throws -> (any BodyBytes)? {
        try FileBody(path: file(fileList).path)
    }

    nonisolated func body(of fileList: SHA256Hash, prefix: Data, ranges: [Range<Int>]) throws -> (any BodyBytes)? {
        try FileBody(path: file(fileList).path, prefix: prefix, ranges: ranges)
    }

    func add(_ pack: Data, of fileList: SHA256Hash) {
        guard pack.count <= capacity else { return }
        try? makeRoom(for: pack.count)
        try? pack.write(to: file(fileList), options: .atomic)
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
