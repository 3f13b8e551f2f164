import AtollPackages
import Foundation

/// The files of a web app by name and size, before any is read.
struct WebAppListing {
    struct Entry {
        /// The path from the web app's own root.
        let path: String
        /// The uncompressed size.
        let bytes: Int
    }

    private(set) var entries: [Entry]
    private let place: Place

    private enum Place {
        case folder(URL)
        /// The bytes of an archive, and the folder in it that contains all files, with a trailing slash.
        case archive(Data, within: String)
    }

    /// The size of the largest archive, in bytes. It may exceed a package's, because most files may be left out.
    private static let archiveBytes = 500_000_000

    /// - Throws: A ``Failure`` or ``PackageRefusal``, or an error of the file system.
    init(folder: URL) throws {
        let root = folder.resolvingSymlinksInPath()
        place = .folder(root)
        entries = try PackageFolder(root).listing().filter { !Self.isHidden($0.path) }.map {
            Entry(path: $0.path, bytes: $0.bytes)
        }
    }

    /// - Throws: A ``Failure`` or ``PackageRefusal``, or an error of the file system.
    init(archive: URL) throws {
        let size = try FileManager.default.attributesOfItem(atPath: archive.path)[.size] as? Int ?? 0
        guard size <= Self.archiveBytes else {
            throw PackageRefusal(.tooLarge, nil, "\(size) bytes; at most \(Self.archiveBytes) are read.")
        }
        let data = try Data(contentsOf: archive, options: .mappedIfSafe)
        let all = try LenientArchiveReader().sizes(of: data).filter { !Self.isHidden($0.path) }
        let folder = Self.outerFolder(of: all.map(\.path))
        place = .archive(data, within: folder)
        entries = all.map { Entry(path: String($0.path.dropFirst(folder.count)), bytes: $0.bytes) }
    }

    /// Whether a path is hidden, or was left behind by a system or an editor.
    private static func isHidden(_ path: String) -> Bool {
        // A path with ".." stays in the listing, because the rules for names refuse it later.
        path.split(separator: "/").contains { $0.hasPrefix(".") && $0 != ".." || $0 == "__MACOSX" }
    }

    /// The single folder that contains all files of an archive, with a trailing slash; empty if there is none.
    private static func outerFolder(of paths: [String]) -> String {
        let folders = Set(paths.map { $0.prefix { $0 != "/" } })
        guard let folder = folders.first, folders.count == 1,
            paths.allSatisfy({ $0.utf8.count > folder.utf8.count + 1 }), folder != ".."
        else { return "" }
        return folder + "/"
    }

    func has(_ path: String) -> Bool { entries.contains { $0.path == path } }

    /// Removes the files that match.
    ///
    /// - Returns: The removed files.
    mutating func remove(_ isLeftOut: (String) -> Bool) -> [Entry] {
        let left = entries.filter { isLeftOut($0.path) }
        if !left.isEmpty { entries.removeAll { isLeftOut($0.path) } }
        return left
    }

    /// Reads the files.
    ///
    /// - Throws: A ``PackageRefusal``, or an error of the file system.
    func read() throws -> [PackageFile] {
        switch place {
        case .folder(let root):
            return try entries.map {
                PackageFile(path: $0.path, contents: try Data(contentsOf: root.appending(path: $0.path)))
            }
        case .archive(let data, let folder):
            let wanted = Set(entries.map { folder + $0.path })
            return try LenientArchiveReader().files(of: data) { wanted.contains($0) }.map {
                PackageFile(path: String($0.path.dropFirst(folder.count)), contents: $0.contents)
            }
        }
    }
}
