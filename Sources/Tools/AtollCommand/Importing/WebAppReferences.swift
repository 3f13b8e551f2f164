import AtollPackages
import AtollReview
import Foundation

/// Finds scripts, style sheets and modules that the pages of a web app load, and that are not among its files.
struct WebAppReferences {
    enum Problem: Hashable {
        /// A file that does not exist.
        case missing(path: String, from: String)
        /// A file outside the imported folder.
        case outside(address: String, from: String)
        /// The name of a package, which browsers don't find.
        case package(name: String, from: String)

        var sentence: String {
            switch self {
            case .missing(let path, let file):
                "\(file) names \(path), which does not exist. Perhaps the web app has to be built first."
            case .outside(let address, let file):
                "\(file) loads \(address), which is outside the folder. Import the folder around it, and choose the page: --start FOLDER/index.html"
            case .package(let name, let file):
                "\(file) imports \"\(name)\", a package, whose name browsers can't resolve. Build the web app with a bundler, or name the package in an import map."
            }
        }
    }

    /// The problems in the order of the pages, `index.html` first.
    private(set) var problems: [Problem] = []

    private let files: [String: PackageFile]
    private var hasImportMap = false
    private var known: Set<Problem> = []
    private var modules: [String] = []
    private var seen: Set<String> = []

    /// - Complexity: O(*n*) in the sizes of the pages and of the modules that they load.
    init(_ files: [PackageFile]) {
        self.files = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
        let pages = files.filter { $0.path.hasSuffix(".html") }.sorted { Self.isBefore($0.path, $1.path) }
            .map { (path: $0.path, loaded: LoadedFiles($0)) }
        hasImportMap = pages.contains { $0.loaded.hasImportMap }
        for page in pages { check(page.loaded, of: page.path) }
        while let path = modules.popLast() {
            if let file = self.files[path] { check(LoadedFiles(file), of: path) }
        }
    }

    /// Whether a page's problems are listed before those of another. The problems of the start page come first.
    static func isBefore(_ one: String, _ other: String) -> Bool {
        if (one == "index.html") != (other == "index.html") { return one == "index.html" }
        return one < other
    }

    /// A folder that the web app was built for and that is not among its files, such as `/page/` of `example.github.io/page/`.
    var base: String? {
        let missing = problems.compactMap { problem -> [String]? in
            guard case .missing(let path, "index.html") = problem else { return nil }
            return path.split(separator: "/").map(String.init)
        }
        guard let first = missing.first?.first, missing.allSatisfy({ $0.count > 1 && $0[0] == first }) else {
            return nil
        }
        return missing.allSatisfy { files[$0.dropFirst().joined(separator: "/")] != nil } ? first : nil
    }

    private mutating func check(_ loaded: LoadedFiles, of path: String) {
        for entry in loaded.entries {
            switch entry.kind {
            case .script, .styleSheet: check(entry.address, from: path, loaded.base ?? "")
            case .module: check(entry.address, from: path, loaded.base ?? "", isModule: true)
            case .imported:
                if ["./", "../", "/"].contains(where: { entry.address.hasPrefix($0) }) {
                    check(entry.address, from: path, loaded.base ?? "", isModule: true)
                } else if !hasImportMap, !entry.address.contains(":") {
                    add(.package(name: entry.address, from: path))
                }
            case .icon, .part, .prefix: break
            }
        }
    }

    private mutating func check(_ address: String, from page: String, _ base: String, isModule: Bool = false) {
        guard !address.contains(":"), !address.hasPrefix("//"), !base.contains(":"), !base.hasPrefix("//") else {
            return
        }
        let plain = address.prefix { $0 != "?" && $0 != "#" }
        let name = plain.removingPercentEncoding ?? String(plain)
        guard !name.isEmpty, !name.hasSuffix("webxdc.js"), !name.hasPrefix("/.atoll/") else { return }
        var parts = name.hasPrefix("/") ? [] : Self.folder(of: base, in: page)
        for part in name.split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(String(part))
            } else if parts.popLast() == nil {
                return add(.outside(address: address, from: page))
            }
        }
        let path = parts.joined(separator: "/")
        guard files[path] != nil else { return add(.missing(path: path, from: page)) }
        if isModule, seen.insert(path).inserted { modules.append(path) }
    }

    /// The folder to which addresses of a page are relative.
    private static func folder(of base: String, in page: String) -> [String] {
        let own = page.split(separator: "/").dropLast().map(String.init)
        guard !base.isEmpty else { return own }
        let parts = base.split(separator: "/").map(String.init).filter { $0 != "." }
        let folder = base.hasSuffix("/") ? parts : parts.dropLast()
        return base.hasPrefix("/") ? folder : own + folder
    }

    private mutating func add(_ problem: Problem) {
        if known.insert(problem).inserted { problems.append(problem) }
    }
}
