/// Every widget in the manifest has its document in the package.
struct WidgetsExistRule: PackageRule {
    func check(_ contents: PackageContents) throws(PackageRefusal) {
        for (index, widget) in contents.manifest.widgets.enumerated() {
            let document = Manifest.document(ofPage: widget.path)
            guard contents.contains(document) else {
                throw .init(.missingWidget, "widgets[\(index)].path", "The package has no file \(document).")
            }
        }
    }
}
