/// A web app that was brought in has the document with which it starts.
struct WebAppExistsRule: PackageRule {
    func check(_ contents: PackageContents) throws(PackageRefusal) {
        guard let document = contents.manifest.compatibility?.document, !contents.contains(document) else { return }
        throw .init(.missingPage, "atoll_compat.root", "The package has no file \(document).")
    }
}
