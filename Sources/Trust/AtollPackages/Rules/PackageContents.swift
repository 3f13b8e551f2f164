/// The input of the rules: the files, their paths, and the manifest.
struct PackageContents {
    let files: [PackageFile]
    let paths: Set<String>
    let manifest: Manifest

    func contains(_ path: String) -> Bool { paths.contains(path) }
}
