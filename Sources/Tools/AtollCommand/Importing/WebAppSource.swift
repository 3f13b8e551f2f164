import AtollPackages
import AtollTerminal
import Foundation

/// The files of a web app, as its developer has them: a folder, or an archive.
struct WebAppSource {
    /// The files, with paths from the web app's own root.
    private(set) var files: [PackageFile]
    /// Files that are not packed, with their sizes.
    private(set) var leftOut: [WebAppListing.Entry]
    /// Files that were unpacked, because hosts do not declare that files are compressed.
    private(set) var unpacked: [String] = []
    /// The name of the folder or archive, without an extension.
    let label: String
    /// Whether its name is that of a webxdc archive.
    let isWebxdc: Bool

    /// - Parameters:
    ///   - path: The folder or the archive.
    ///   - start: The page that it starts with, if that is not its `index.html`.
    init(_ path: String, choice: FileChoice = FileChoice(), start: String? = nil) throws {
        let url = URL(filePath: path).standardizedFileURL
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw Failure("\(path) doesn't exist.")
        }
        guard isFolder.boolValue || !["html", "htm"].contains(url.pathExtension.lowercased()) else {
            let folder = ShellWord.quoted(url.deletingLastPathComponent().path)
            throw Failure("\(path) is a page. Name the folder that it is in: atoll import \(folder)")
        }
        label = url.deletingPathExtension().lastPathComponent
        isWebxdc = !isFolder.boolValue && url.pathExtension.lowercased() == "xdc"
        var listing = try isFolder.boolValue ? WebAppListing(folder: url) : WebAppListing(archive: url)
        if let start {
            guard start.hasSuffix(".html"), listing.has(start) else {
                throw WebAppPages(listing, path).failure("\(path) has no page \(start).", isFolder: false)
            }
        } else if !listing.has("index.html") {
            throw WebAppPages(listing, path).failure(
                isFolder.boolValue ? "\(path) has no index.html." : "\(path) has no index.html at its top level.",
                isFolder: isFolder.boolValue)
        }
        let names = Set(listing.entries.map(\.path))
        leftOut = listing.remove { path in
            path != start
                && (choice.leavesOut(path) || Self.isTwin(path, among: names) && !FileChoice.matches(path, choice.with))
        }
        if isFolder.boolValue, start == nil { try WebAppPages(listing, path).refuseSources(url) }
        try WebAppSize(listing.entries).check(path)
        files = try listing.read()
        leaveOutDocuments(choice)
        if let start { begin(with: start) }
        try unpack(path)
    }

    /// Whether a file is a compressed copy of one next to it, which some servers would send instead.
    private static func isTwin(_ path: String, among names: Set<String>) -> Bool {
        [".gz", ".br"].contains { path.hasSuffix($0) && names.contains(String(path.dropLast($0.count))) }
    }

    /// Leaves out the documents that no page and no script names.
    private mutating func leaveOutDocuments(_ choice: FileChoice) {
        let doubted = files.filter { choice.doubts($0.path) }
        guard !doubted.isEmpty else { return }
        let texts = files.filter { file in
            [".html", ".js", ".mjs", ".json"].contains { file.path.hasSuffix($0) } && file.contents.count <= 2_000_000
        }
        func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }
        // Many have the same name, which is searched for once.
        let named = Set(doubted.map { name($0.path) }).filter { name in
            let bytes = Data(name.utf8)
            return texts.contains { Self.mentions(bytes, in: $0) }
        }
        let unnamed = doubted.filter { !named.contains(name($0.path)) }
        leftOut += unnamed.map { WebAppListing.Entry(path: $0.path, bytes: $0.contents.count) }
        let paths = Set(unnamed.map(\.path))
        files.removeAll { paths.contains($0.path) }
    }

    private static func mentions(_ name: Data, in file: PackageFile) -> Bool { file.contents.range(of: name) != nil }

    /// Adds a page at the top level that redirects to the web app's start page, so that the app's own relative
    /// addresses stay valid.
    private mutating func begin(with start: String) {
        guard start != "index.html" else { return }
        let address = start.split(separator: "/").map {
            $0.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? String($0)
        }.joined(separator: "/")
        let isIndex = start.split(separator: "/").last == "index.html"
        let title = WebAppGuess.title(self, of: start)?.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        let page = """
            <!doctype html>
            <meta charset="utf-8">
            <title>\(title ?? label.replacing("&", with: "&amp;").replacing("<", with: "&lt;"))</title>
            <script>
              location.replace("\(isIndex ? String(address.dropLast("index.html".count)) : address)" + location.search + location.hash);
            </script>

            """
        leftOut += files.filter { $0.path == "index.html" }.map {
            WebAppListing.Entry(path: $0.path, bytes: $0.contents.count)
        }
        files.removeAll { $0.path == "index.html" }
        files.append(PackageFile(path: "index.html", contents: Data(page.utf8)))
    }

    /// Downloads what the web app loads from other sites, and adds it to the files.
    ///
    /// - Throws: A ``Failure`` if the web app is too large then.
    mutating func fetch(isAnywhere: Bool, _ path: String) async throws -> RemoteFiles {
        var remote = RemoteFiles(isAnywhere: isAnywhere, beside: files)
        files = await remote.brought(into: files)
        try checkSize(path)
        return remote
    }

    private func checkSize(_ path: String) throws {
        try WebAppSize(files.map { WebAppListing.Entry(path: $0.path, bytes: $0.contents.count) }).check(path)
    }

    /// Unpacks what a build has compressed for servers that declare it, because hosts send files unchanged. The names
    /// stay, because scripts contain them.
    private mutating func unpack(_ path: String) throws {
        let limits = PackageLimits()
        var total = files.reduce(0) { $0 + $1.contents.count }
        for index in files.indices where WebAppPages.isCompressed(files[index].path, among: files) {
            guard let contents = GzipFile.contents(of: files[index].contents, upTo: limits.fileBytes) else { continue }
            total += contents.count - files[index].contents.count
            unpacked.append(files[index].path)
            files[index] = PackageFile(path: files[index].path, contents: contents)
            // No more is unpacked than a package may contain.
            if total > limits.totalBytes { break }
        }
        try checkSize(path)
    }

    /// The text of the file at `path`, or nil.
    func text(_ path: String) -> String? {
        files.first { $0.path == path }.map { String(decoding: $0.contents, as: UTF8.self) }
    }

    func has(_ path: String) -> Bool { files.contains { $0.path == path } }
}
