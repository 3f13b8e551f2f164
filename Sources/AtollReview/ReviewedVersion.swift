import AtollPackages

/// A version that another one is compared with: its manifest and its file list, without the files.
public struct ReviewedVersion: Hashable, Sendable {
    /// Its manifest.
    public let manifest: Manifest
    /// Its files, by digest.
    public let files: FileList

    /// Creates a version from its parts.
    public init(manifest: Manifest, files: FileList) {
        self.manifest = manifest
        self.files = files
    }

    /// A package as such a version.
    public init(_ package: MiniAppPackage) {
        self.init(manifest: package.manifest, files: package.fileList)
    }
}
