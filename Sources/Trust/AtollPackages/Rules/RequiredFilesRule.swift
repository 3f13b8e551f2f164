/// Every mini app has its script and its style sheet at the top level of the package.
struct RequiredFilesRule: PackageRule {
    func check(_ contents: PackageContents) throws(PackageRefusal) {
        for path in ["app.js", "app.css"] where !contents.contains(path) {
            throw .init(.missingFile, path, "The package must have the file \(path) at its top level.")
        }
    }
}
