/// The file with what users can search for, if the manifest names one, is in the package and leads to its pages.
struct SearchRule: PackageRule {
    func check(_ contents: PackageContents) throws(PackageRefusal) {
        guard let path = contents.manifest.search else { return }
        guard let file = contents.files.first(where: { $0.path == path }) else {
            throw .init(.search, "atoll_search", "The package has no file \(path).")
        }
        _ = try ContentEntries(decoding: file.contents, at: path, pages: contents.manifest.pages)
    }
}
