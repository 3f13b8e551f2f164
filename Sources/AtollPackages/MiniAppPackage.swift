import Foundation

/// A mini app as its developer uploads it: the manifest and all files, checked.
///
/// A value of this type keeps every rule of ``PackageChecker``: there is no way to make one that does not.
public struct MiniAppPackage: Sendable {
    /// What `manifest.json` says.
    public let manifest: Manifest
    /// Every file, `manifest.json` among them, in the order of their paths.
    public let files: [PackageFile]
    /// Paths, lengths and digests of the files.
    public let fileList: FileList

    /// Reads a `.ma` archive.
    ///
    /// - Throws: A ``PackageRefusal`` that names the first rule broken.
    /// - Complexity: O(*n*) in the uncompressed size, which ``PackageLimits`` bounds before anything is inflated.
    public init(archive: Data, limits: PackageLimits = PackageLimits()) throws(PackageRefusal) {
        try self.init(files: ArchiveReader(limits: limits).files(of: archive), limits: limits)
    }

    /// Takes files that did not come from an archive, such as those of a developer's folder.
    ///
    /// - Throws: A ``PackageRefusal`` that names the first rule broken.
    public init(files: [PackageFile], limits: PackageLimits = PackageLimits()) throws(PackageRefusal) {
        let sorted = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        manifest = try PackageChecker(limits: limits).check(sorted)
        self.files = sorted
        fileList = FileList(files: sorted.map { FileList.Entry(path: $0.path, contents: $0.contents) })
    }

    /// The package as a `.ma` archive. The same files always give the same bytes.
    public func archive() -> Data {
        ArchiveWriter().archive(of: files)
    }

    /// The languages that the package has texts in, besides that of the manifest: the names of the files in `i18n/`.
    public var languages: [String] {
        files.compactMap { file in
            let parts = file.path.split(separator: "/")
            guard parts.count == 2, parts[0] == "i18n", parts[1].hasSuffix(".json") else { return nil }
            return String(parts[1].dropLast(".json".count))
        }
    }
}
