extension MiniAppPackage {
    /// The searchable contents of the package; `nil` without any.
    public var contentEntries: ContentEntries? {
        guard let path = manifest.search, let file = files.first(where: { $0.path == path }) else { return nil }
        return try? ContentEntries(decoding: file.contents, at: path, pages: manifest.pages)
    }
}
