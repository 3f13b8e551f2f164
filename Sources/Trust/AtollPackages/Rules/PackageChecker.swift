/// Checks a package's files against every rule: first names and sizes, then the manifest, then the files that the
/// manifest requires.
public struct PackageChecker: Sendable {
    /// The limits that every package must meet.
    public var limits: PackageLimits

    /// Creates a checker that holds packages to `limits`.
    public init(limits: PackageLimits = PackageLimits()) {
        self.limits = limits
    }

    /// The rules to check once the names, the sizes and the manifest are valid.
    private let rules: [any PackageRule] = [
        RequiredFilesRule(), RoutesRule(), PagesExistRule(), WebAppExistsRule(), IconsExistRule(), WidgetsExistRule(),
        TextsRule(), SearchRule(),
    ]

    /// Checks `files` against every rule.
    ///
    /// - Returns: The manifest.
    /// - Throws: A ``PackageRefusal`` for the first broken rule.
    func check(_ files: [PackageFile]) throws(PackageRefusal) -> Manifest {
        try checkNamesAndSizes(files)
        let manifest = try readManifest(files)
        let contents = PackageContents(files: files, paths: Set(files.map(\.path)), manifest: manifest)
        for rule in rules { try rule.check(contents) }
        return manifest
    }

    private func checkNamesAndSizes(_ files: [PackageFile]) throws(PackageRefusal) {
        guard files.count <= limits.files else {
            throw .init(.tooManyFiles, nil, "\(files.count) files; at most \(limits.files) are allowed.")
        }
        var names = PackageNames(limits: limits)
        var total = 0
        for file in files {
            try names.add(file.path)
            guard file.contents.count <= limits.fileBytes else {
                throw .init(
                    .fileTooLarge, file.path, "\(file.contents.count) bytes; at most \(limits.fileBytes) are allowed.")
            }
            total += file.contents.count
        }
        guard total <= limits.totalBytes else {
            throw .init(.tooLarge, nil, "\(total) bytes in total; at most \(limits.totalBytes) are allowed.")
        }
        // The archive must not be too large either, even if nothing in it can be compressed.
        let overhead = limits.archiveOverhead(
            files: files.count, pathBytes: files.reduce(0) { $0 + $1.path.utf8.count })
        guard total + overhead <= limits.archiveBytes else {
            throw .init(
                .tooLarge, nil,
                "\(total + overhead) bytes with names and headers; at most \(limits.archiveBytes) are allowed.")
        }
    }

    private func readManifest(_ files: [PackageFile]) throws(PackageRefusal) -> Manifest {
        guard let file = files.first(where: { $0.path == Manifest.path }) else {
            throw .init(.missingManifest, Manifest.path, "The package has no manifest.json at its top level.")
        }
        guard file.contents.count <= limits.manifestBytes else {
            throw .init(.manifest, Manifest.path, "The manifest is larger than \(limits.manifestBytes) bytes.")
        }
        return try Manifest(decoding: file.contents)
    }
}
