extension PackageFile {
    /// The extension of a path that says what the file holds, in small letters and without the dot; empty if it has
    /// none.
    ///
    /// Builds name compressed files `game.js.gz`. An import unpacks them under the same name, so scripts, style sheets
    /// and WebAssembly are found behind the last extension.
    package static func contentExtension(of path: String) -> String {
        let parts = (path.split(separator: "/").last ?? "").split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, let last = parts.last?.lowercased() else { return "" }
        guard last == "gz", parts.count > 2 else { return last }
        let inner = parts[parts.count - 2].lowercased()
        return ["js", "mjs", "cjs", "css", "wasm"].contains(inner) ? inner : last
    }
}
