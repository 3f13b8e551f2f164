import AtollPackages
import AtollTerminal
import Foundation

/// Suggests which page or folder to import.
struct WebAppPages {
    private let listing: WebAppListing
    private let path: String

    /// Names of the folders that bundlers write.
    private static let built = ["dist", "build", "www", "out", "public"]
    private static let mostNamed = 8

    init(_ listing: WebAppListing, _ path: String) {
        self.listing = listing
        self.path = path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// Throws if the start page loads TypeScript: such a page is the input of a bundler, and not its output.
    func refuseSources(_ folder: URL) throws {
        let page = (try? String(contentsOf: folder.appending(path: "index.html"), encoding: .utf8)) ?? ""
        guard [".ts\"", ".tsx\"", ".jsx\"", ".vue\""].contains(where: { page.contains($0) }) else { return }
        let made = Self.built.first { listing.has("\($0)/index.html") }
        throw Failure(
            "\(path) has the sources of a web app, which no browser runs. "
                + (made.map { "Try what was built from them: atoll import \(ShellWord.quoted("\(path)/\($0)"))" }
                    ?? "Build it (npm run build), and import the folder that the build writes."))
    }

    /// An error that names where pages are, and the command to import them.
    ///
    /// - Parameter isFolder: Whether a folder in it can be imported by itself.
    func failure(_ sentence: String, isFolder: Bool) -> Failure {
        for name in Self.built where isFolder && listing.has("\(name)/index.html") {
            return Failure(
                "\(sentence.dropLast()), but \(path)/\(name) has. Try: atoll import \(ShellWord.quoted("\(path)/\(name)"))"
            )
        }
        let pages = listing.entries.map(\.path).filter { path in
            path.hasSuffix(".html") && !FileChoice.matches(path, ["node_modules", "*test*", "coverage"])
        }.sorted { ($0.split(separator: "/").count, $0) < ($1.split(separator: "/").count, $1) }
        if !pages.isEmpty {
            let named = pages.prefix(Self.mostNamed).map {
                "\n  atoll import \(ShellWord.quoted(path)) --start \(ShellWord.quoted($0))"
            }.joined()
            let more = pages.count > Self.mostNamed ? "\n  and \(pages.count - Self.mostNamed) more" : ""
            return Failure("\(sentence) Its pages are elsewhere; choose the one to start with:\(named)\(more)")
        }
        let isSource = listing.has("package.json")
        return Failure(
            sentence
                + (isSource
                    ? " It looks like the sources of a web app: build it (npm run build), and import the folder that the build writes."
                    : ""))
    }

    /// Whether a file is compressed and relies on a server to declare that, rather than being unpacked by the page: the
    /// files that Unity's loader requests, and scripts and style sheets.
    static func isCompressed(_ path: String, among files: [PackageFile]) -> Bool {
        guard path.hasSuffix(".gz") else { return false }
        if [".js.gz", ".mjs.gz", ".css.gz"].contains(where: { path.hasSuffix($0) }) { return true }
        let folder = path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
        return files.contains { $0.path.hasPrefix(folder) && $0.path.hasSuffix(".loader.js") }
    }
}
