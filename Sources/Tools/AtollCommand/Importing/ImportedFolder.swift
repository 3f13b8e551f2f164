import AtollPackages
import AtollTerminal
import DurableFiles
import Foundation

/// The folder into which a web app is imported: a new one, or one from an earlier import.
struct ImportedFolder {
    let url: URL
    /// The name of a file that exists while files are written.
    private static let mark = ".importing"
    /// The folder's manifest; nil for a new folder.
    let manifest: Manifest?
    /// The bytes of that manifest.
    let contents: Data?

    init(_ url: URL) throws {
        self.url = url
        // An interrupted import has left the mark, and no manifest.
        let isUnfinished =
            FileManager.default.fileExists(atPath: url.appending(path: Self.mark).path)
            && !FileManager.default.fileExists(atPath: url.appending(path: Manifest.path).path)
        guard FileManager.default.fileExists(atPath: url.path), !isUnfinished else {
            (manifest, contents) = (nil, nil)
            return
        }
        guard let contents = try? Data(contentsOf: url.appending(path: Manifest.path)) else {
            throw Failure(
                "\(url.lastPathComponent) already exists and isn't a mini app. Nothing was changed. Choose another folder with --into."
            )
        }
        let manifest = try Manifest(decoding: contents)
        guard manifest.compatibility != nil else {
            throw Failure(
                "\(url.lastPathComponent) has a mini app that was not imported. Nothing was changed. Choose another folder with --into."
            )
        }
        (self.manifest, self.contents) = (manifest, contents)
    }

    /// Writes a package's files. They replace the previous files of the web app. Files that the developer has added
    /// next to it stay.
    ///
    /// The web app's files are moved into place in one step after all are written, and the manifest comes last. After
    /// an interruption, the developer can import again.
    func write(_ files: [PackageFile], root: String) throws {
        let manager = FileManager.default
        try manager.createDirectory(at: url, withIntermediateDirectories: true)
        let old = url.appending(path: root)
        let mark = url.appending(path: Self.mark)
        for place in [old, mark] { try refuseLink(at: place) }
        // An atomic write replaces a link that was put there since the check, instead of writing to its target.
        try Data().write(to: mark, options: .atomic)
        let new = url.appending(path: ".import-\(UUID().uuidString)")
        defer { try? manager.removeItem(at: new) }
        for file in files where file.path.hasPrefix(root + "/") {
            try write(file.contents, to: new.appending(path: file.path.dropFirst(root.count + 1)))
        }
        if manager.fileExists(atPath: old.path) { try manager.removeItem(at: old) }
        try manager.moveItem(at: new, to: old)
        let beside = files.filter { !$0.path.hasPrefix(root + "/") }
        for file in beside where file.path != Manifest.path {
            try write(file.contents, to: url.appending(path: file.path))
        }
        for file in beside where file.path == Manifest.path {
            try write(file.contents, to: url.appending(path: file.path))
        }
        try? manager.removeItem(at: mark)
    }

    /// Throws if there is a link at a path: files would be written elsewhere.
    private func refuseLink(at place: URL) throws {
        let isLink = try? place.resourceValues(forKeys: [.isSymbolicLinkKey]).isSymbolicLink
        guard isLink != true else {
            throw Failure("\(place.lastPathComponent) in \(url.lastPathComponent) is a link. Remove it first.")
        }
    }

    private func write(_ contents: Data, to target: URL) throws {
        // Packages are few folders deep.
        var folder = target.deletingLastPathComponent()
        while folder.path.utf8.count > url.path.utf8.count {
            try refuseLink(at: folder)
            folder.deleteLastPathComponent()
        }
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try contents.write(to: target, options: .atomic)
    }
}
