/// One thing that must be true of a package's files. The checker asks its rules in order; each is a struct of its own.
protocol PackageRule: Sendable {
    /// - Throws: A refusal where the rule is broken.
    func check(_ contents: PackageContents) throws(PackageRefusal)
}

/// What the rules look at: the files, found by path, and the manifest once it could be read.
struct PackageContents {
    let files: [PackageFile]
    let paths: Set<String>
    let manifest: Manifest

    func contains(_ path: String) -> Bool { paths.contains(path) }
}
