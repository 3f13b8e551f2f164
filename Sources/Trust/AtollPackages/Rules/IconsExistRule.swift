/// Every icon in the manifest is in the package.
struct IconsExistRule: PackageRule {
    func check(_ contents: PackageContents) throws(PackageRefusal) {
        for (index, icon) in contents.manifest.icons.enumerated() where !contents.contains(icon.source) {
            throw .init(.missingIcon, "icons[\(index)].src", "The package has no file \(icon.source).")
        }
    }
}
