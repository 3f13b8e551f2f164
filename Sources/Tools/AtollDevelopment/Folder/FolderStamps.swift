import AtollPackages
import Foundation

/// The sizes and times of the files in a folder, by which changes are detected.
///
/// Reading them takes a few milliseconds for 2,000 files, works on every system and file system, and needs no library.
struct FolderStamps: Hashable, Sendable {
    /// The stamps by the path in the folder.
    private(set) var files: [String: WatchedStamp] = [:]

    /// Reads the stamps of all files that `PackageFolder` would read.
    ///
    /// - Parameter limit: The maximum number of files. If there are more, reading stops after one more.
    /// - Throws: An error of the file system, for example if the folder was removed.
    /// - Complexity: One system call for each file, and one for each folder.
    init(of folder: URL, limit: Int) throws {
        try enter(folder.path, "", limit: limit, depth: 0)
    }

    private var folders = 0

    /// The maximum number of folders for each permitted file.
    private static let foldersForEachFile = 2

    private mutating func enter(_ folder: String, _ prefix: String, limit: Int, depth: Int) throws {
        let limits = PackageLimits()
        guard depth <= limits.depth else {
            throw PackageRefusal(.nameDepth, prefix, "The name has more than \(limits.depth) components.")
        }
        folders += 1
        guard folders <= limit * Self.foldersForEachFile else {
            throw PackageRefusal(
                .tooManyFiles, nil, "The folder has more than \(limit * Self.foldersForEachFile) folders.")
        }
        for entry in try FolderEntry.entries(of: folder) where !entry.name.hasPrefix(".") {
            guard files.count <= limit else { return }
            let path = prefix + entry.name
            switch entry.kind {
            case .folder: try enter("\(folder)/\(entry.name)", path + "/", limit: limit, depth: depth + 1)
            case .file:
                // A file that has just been removed no longer has a stamp.
                if let stamp = WatchedStamp(path: "\(folder)/\(entry.name)") {
                    files[path] = stamp
                } else if entry.name.contains("\u{fffd}") {
                    throw PackageRefusal(.nameEncoding, path, "The name is not valid UTF-8.")
                }
            case .other: break
            }
        }
    }
}
