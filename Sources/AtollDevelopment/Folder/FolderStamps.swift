import AtollPackages
import DurableFiles
import Foundation

/// The sizes and times of the files in a folder, by which a change is noticed.
///
/// Asking for them takes some milliseconds for 2,000 files, works on every system and file system, and needs no library.
struct FolderStamps: Hashable, Sendable {
    /// The stamps by the path in the folder.
    private(set) var files: [String: FileStamp] = [:]

    /// Asks for the stamps of all files that `PackageFolder` would read.
    ///
    /// - Parameter limit: The most files. If there are more, the first are enough to say so.
    /// - Throws: An error of the file system, such as for a folder that was removed.
    /// - Complexity: One system call for each file, and one for each folder.
    init(of folder: URL, limit: Int) throws {
        try enter(folder.path, "", limit: limit, depth: 0)
    }

    private static let maximumDepth = 64

    private mutating func enter(_ folder: String, _ prefix: String, limit: Int, depth: Int) throws {
        guard depth < Self.maximumDepth else { return }
        for entry in try FolderEntry.entries(of: folder) where !entry.name.hasPrefix(".") {
            guard files.count <= limit else { return }
            let path = prefix + entry.name
            switch entry.kind {
            case .folder: try enter("\(folder)/\(entry.name)", path + "/", limit: limit, depth: depth + 1)
            case .file:
                // One that has just been removed is not there any more.
                if let stamp = FileStamp(path: "\(folder)/\(entry.name)") { files[path] = stamp }
            case .other: break
            }
        }
    }
}
