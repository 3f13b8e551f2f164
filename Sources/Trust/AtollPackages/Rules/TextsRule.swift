/// The texts in `i18n/` are readable, those that replace the manifest's are valid, and there are no more languages than are reviewed.
struct TextsRule: PackageRule {
    func check(_ contents: PackageContents) throws(PackageRefusal) {
        var count = 0
        for file in contents.files where file.path.hasPrefix(ManifestTexts.folder) && file.path.hasSuffix(".json") {
            count += 1
            guard count <= ManifestTexts.maximumLanguages else {
                throw .init(
                    .texts, file.path,
                    "There are more than \(ManifestTexts.maximumLanguages) files with texts in i18n/.")
            }
            guard file.contents.count <= ManifestTexts.maximumBytes else {
                throw .init(
                    .texts, file.path,
                    "The file has \(file.contents.count) bytes; at most \(ManifestTexts.maximumBytes) are allowed. Move what is no text to another folder."
                )
            }
            _ = try ManifestTexts(decoding: file.contents, at: file.path)
        }
    }
}
