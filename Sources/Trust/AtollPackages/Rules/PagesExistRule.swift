/// Every page in the manifest has its document in the package.
struct PagesExistRule: PackageRule {
    func check(_ contents: PackageContents) throws(PackageRefusal) {
        for (index, page) in contents.manifest.pages.enumerated() {
            let document = Manifest.document(ofPage: page)
            guard contents.contains(document) else {
                throw .init(.missingPage, "pages[\(index)]", "The package has no file \(document).")
            }
        }
    }
}
