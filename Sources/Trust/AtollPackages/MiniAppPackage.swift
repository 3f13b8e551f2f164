import Foundation

/// A mini app as its developer uploads it: the manifest and all files, checked.
///
/// Every value of this type satisfies every rule of ``PackageChecker``; the initializers throw otherwise.
public struct MiniAppPackage: Sendable {
    /// The contents of `manifest.json`.
    public let manifest: Manifest
    /// All files, including `manifest.json`, sorted by the UTF-8 bytes of their paths.
    public let files: [PackageFile]
    /// The paths, lengths and digests of the files.
    public let fileList: FileList

    /// Reads a `.ma` archive.
    ///
    /// - Throws: A ``PackageRefusal`` for the first broken rule.
    /// - Complexity: O(*n*) in the uncompressed size, which ``PackageLimits`` bounds before anything is inflated.
    public init(archive: Data, limits: PackageLimits = PackageLimits()) throws(PackageRefusal) {
        try self.init(files: ArchiveReader(limits: limits).files(of: archive), limits: limits)
    }

    /// Reads a package, and reports each part of the archive that was checked and is not needed until all are.
    package init(
        archive: Data, limits: PackageLimits = PackageLimits(), onChecked: (Range<Int>) -> Void
    ) throws(PackageRefusal) {
        try self.init(files: ArchiveReader(limits: limits).files(of: archive, onChecked: onChecked), limits: limits)
    }

    /// Creates a package from files that did not come from an archive, such as those in a developer's folder.
    ///
    /// - Throws: A ``PackageRefusal`` for the first broken rule.
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

    /// The languages in which the package has texts, in addition to that of the manifest: the names of the files in
    /// `i18n/`.
    public var languages: [String] {
        files.compactMap { file in
            let parts = file.path.split(separator: "/")
            guard parts.count == 2, parts[0] == "i18n", parts[1].hasSuffix(".json") else { return nil }
            return String(parts[1].dropLast(".json".count))
        }
    }
}
