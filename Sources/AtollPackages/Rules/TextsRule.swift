/// The texts in `i18n/` are readable, and those that replace the manifest's are valid.
struct TextsRule: PackageRule {
    func check(_ contents: PackageContents) throws(PackageRefusal) {
        for file in contents.files where file.path.hasPrefix(ManifestTexts.folder) && file.path.hasSuffix(".json") {
            _ = try ManifestTexts(decoding: file.contents, at: file.path)
        }
    }
}
