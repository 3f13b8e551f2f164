import AtollPackages

/// A version that another one is compared with: its manifest and its file list, without the files.
public struct ReviewedVersion: Hashable, Sendable {
    /// Its manifest.
    public let manifest: Manifest
    /// Its files, by digest.
    public let files: FileList

    /// The manifest's texts in other languages, by language tag.
    public let texts: [String: ManifestTexts]

    /// Creates a version from its parts.
    public init(manifest: Manifest, files: FileList, texts: [String: ManifestTexts] = [:]) {
        self.manifest = manifest
        self.files = files
        self.texts = texts
    }

    /// Creates a version from a package.
    public init(_ package: MiniAppPackage) {
        self.init(
            manifest: package.manifest, files: package.fileList,
            texts: ManifestTexts.all(in: package.files.lazy.map { ($0.path, $0.contents) }))
    }
}
