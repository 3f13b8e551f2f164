import AtollPackages
import Foundation

/// The files of a web app, as its developer has them: a folder, or an archive.
struct WebAppSource {
    /// With paths below the web app's own root.
    let files: [PackageFile]
    /// The name of the folder or archive, without an extension.
    let label: String
    /// Whether its name says that it is an archive of webxdc.
    let isWebxdc: Bool

    /// What bundlers call the folder that they write.
    private static let built = ["dist", "build", "www", "out", "public"]

    init(_ path: String) throws {
        let url = URL(filePath: path).standardizedFileURL
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw Failure("\(path) doesn't exist.")
        }
        label = url.deletingPathExtension().lastPathComponent
        isWebxdc = !isFolder.boolValue && url.pathExtension.lowercased() == "xdc"
        if isFolder.boolValue {
            guard FileManager.default.fileExists(atPath: url.appending(path: "index.html").path) else {
                throw Self.withoutIndex(url, path)
            }
            try Self.refuseSources(url, path)
            files = try PackageFolder(url).files()
        } else {
            let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int ?? 0
            let limit = PackageLimits().totalBytes
            guard size <= limit else {
                throw PackageRefusal(.tooLarge, nil, "\(size) bytes; at most \(limit) are allowed.")
            }
            files = Self.withoutOuterFolder(
                try LenientArchiveReader().files(of: Data(contentsOf: url)) { path in
                    // As of a folder: what systems and editors leave there.
                    !path.split(separator: "/").contains {
                        // A path with ".." is kept here, because the rules for names refuse it later.
                        $0.hasPrefix(".") && $0 != ".." || $0 == "__MACOSX"
                    }
                })
            guard files.contains(where: { $0.path == "index.html" }) else {
                throw Failure(
                    "\(path) has no index.html at its top level. Unpack it, and import the folder that has one.")
            }
        }
    }

    /// Many archives have one folder with everything in it.
    private static func withoutOuterFolder(_ files: [PackageFile]) -> [PackageFile] {
        let folders = Set(files.map { $0.path.prefix { $0 != "/" } })
        guard let folder = folders.first, folders.count == 1,
            files.allSatisfy({ $0.path.utf8.count > folder.utf8.count + 1 }),
            files.contains(where: { $0.path == folder + "/index.html" })
        else { return files }
        return files.map {
            PackageFile(path: String($0.path.dropFirst(folder.count + 1)), contents: $0.contents)
        }
    }

    /// A page that loads TypeScript is what a bundler reads, and not what it writes.
    private static func refuseSources(_ url: URL, _ path: String) throws {
        let page = (try? String(contentsOf: url.appending(path: "index.html"), encoding: .utf8)) ?? ""
        guard [".ts\"", ".tsx\"", ".jsx\"", ".vue\""].contains(where: { page.contains($0) }) else { return }
        let path = path.hasSuffix("/") ? String(path.dropLast()) : path
        let made = built.first { FileManager.default.fileExists(atPath: url.appending(path: "\($0)/index.html").path) }
        throw Failure(
            "\(path) has the sources of a web app, which no browser runs. "
                + (made.map { "Try what was built of them: atoll import \(path)/\($0)" }
                    ?? "Build it (npm run build), and import the folder that the build writes."))
    }

    private static func withoutIndex(_ url: URL, _ path: String) -> Failure {
        let path = path.hasSuffix("/") ? String(path.dropLast()) : path
        for name in built
        where FileManager.default.fileExists(atPath: url.appending(path: "\(name)/index.html").path) {
            return Failure("\(path) has no index.html, but \(path)/\(name) has. Try: atoll import \(path)/\(name)")
        }
        let isSource = FileManager.default.fileExists(atPath: url.appending(path: "package.json").path)
        return Failure(
            "\(path) has no index.html."
                + (isSource
                    ? " It looks like the sources of a web app: build it (npm run build), and import the folder that the build writes."
                    : ""))
    }

    /// The text of the file at `path`, or nil.
    func text(_ path: String) -> String? {
        files.first { $0.path == path }.map { String(decoding: $0.contents, as: UTF8.self) }
    }

    func has(_ path: String) -> Bool { files.contains { $0.path == path } }
}
