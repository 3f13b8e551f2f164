import DurableFiles
import Foundation
import PrintableText
import SignedJSON

/// The files of a repository in a folder, which any web server can serve as it is.
public struct TUFFolder: TUFStorage {
    /// The folder, which need not exist yet.
    public let url: URL
    private let root: String

    /// Creates a storage in a folder.
    public init(_ url: URL) {
        self.url = url
        root = url.path
    }

    /// The bytes of a file, or nil if it does not exist.
    public func read(_ path: String) throws(TUFError) -> Data? {
        do {
            return try Data(contentsOf: file(path))
        } catch let error as CocoaError where [.fileNoSuchFile, .fileReadNoSuchFile].contains(error.code) {
            return nil
        } catch {
            throw .storage("\(path): \(ErrorText.sentence(of: error))")
        }
    }

    /// Whether a file exists.
    public func contains(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root + "/" + path) }

    /// Writes files, and flushes them to disk.
    public func write(_ files: [(path: String, data: Data)]) throws(TUFError) {
        let placed = files.map { (data: $0.data, url: file($0.path)) }
        do {
            for folder in Set(placed.map { $0.url.deletingLastPathComponent() }) { try DurableFile.makeFolder(folder) }
            try DurableFile.write(placed)
        } catch {
            throw .storage(ErrorText.sentence(of: error))
        }
    }

    /// Waits until no other process, and no other task in this one, writes in the folder.
    public func turn(onWait: () -> Void) throws(TUFError) -> any Sendable {
        do {
            try DurableFile.makeFolder(url)
            return try FolderTurn(url, onWait: onWait)
        } catch {
            throw .storage(ErrorText.sentence(of: error))
        }
    }

    /// The names of the files in `metadata`, or nil if they can't be listed.
    public func metadataNames() -> [String]? {
        try? FileManager.default.contentsOfDirectory(atPath: root + "/metadata")
    }

    /// Removes files that were replaced before a date, by the times at which the files after them were written.
    public func prune(current: [String: Int], replacedBefore date: Date) throws -> Int {
        let folder = file("metadata")
        var replaced: [URL] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let parts = name.split(separator: ".", maxSplits: 1)
            guard parts.count == 2, let version = Int(parts[0]), version < MetadataHeader.lastVersion,
                parts[1] != "root.json"
            else { continue }
            let next = folder.appending(path: "\(version + 1).\(parts[1])")
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: next.path),
                let time = attributes[.modificationDate] as? Date, time < date,
                version < current[String(parts[1])] ?? 0
            else { continue }
            replaced.append(folder.appending(path: name))
        }
        for file in replaced { try FileManager.default.removeItem(at: file) }
        return replaced.count
    }

    private func file(_ path: String) -> URL { URL(filePath: root + "/" + path) }
}
