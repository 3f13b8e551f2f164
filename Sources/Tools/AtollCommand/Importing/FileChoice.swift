#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The choice of a web app's files that are packed.
struct FileChoice {
    /// Patterns of files to leave out, as developers type them: a name, which matches in every folder, or a path from
    /// the top, with `*` and `?`.
    var without: [String] = []
    /// Patterns of files to include that would otherwise be left out.
    var with: [String] = []

    /// Files left behind by development that no page needs: source maps, types for compilers, symbols for debuggers,
    /// lock files, and the files of drawing and modeling programs.
    static let leftBehind = [
        "*.js.map", "*.mjs.map", "*.cjs.map", "*.css.map", "*.wasm.map", "*.d.ts", "*.d.mts", "*.symbols",
        "*.wasm.debug.wasm", "*.psd", "*.xcf",
        "*.sketch", "*.fla", "*.blend", "*.blend1", "package-lock.json", "yarn.lock", "pnpm-lock.yaml", "Thumbs.db",
        "desktop.ini",
    ]
    /// Documents for readers of the sources. Pages may show them, so they are left out only if no page or script names
    /// them.
    static let documents = ["README*", "CHANGELOG*", "CONTRIBUTING*"]

    /// Whether a file is left out before anything is read.
    func leavesOut(_ path: String) -> Bool {
        if Self.matches(path, without) { return true }
        return Self.matches(path, Self.leftBehind) && !Self.matches(path, with)
    }

    /// Whether a file is left out unless a page or a script names it.
    func doubts(_ path: String) -> Bool { Self.matches(path, Self.documents) && !Self.matches(path, with) }

    /// Whether any pattern matches a file, or a folder that contains it.
    static func matches(_ path: String, _ patterns: [String]) -> Bool {
        let names = path.split(separator: "/").map(String.init)
        return patterns.contains { pattern in
            // Brackets are letters: some tools name pages [id].html.
            var pattern = pattern.replacing("[", with: "[[]")[...]
            while pattern.hasSuffix("/") { pattern = pattern.dropLast() }
            guard pattern.contains("/") else {
                return names.contains { fnmatch(String(pattern), $0, FNM_NOESCAPE) == 0 }
            }
            if pattern.hasPrefix("./") { pattern = pattern.dropFirst(2) }
            // Without FNM_PATHNAME, a star also matches folders.
            return fnmatch(String(pattern), path, FNM_NOESCAPE) == 0
                || fnmatch(String(pattern) + "/*", path, FNM_NOESCAPE) == 0
        }
    }
}
