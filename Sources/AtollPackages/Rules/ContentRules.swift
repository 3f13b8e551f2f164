/// Every mini app has its script and its style sheet at the top of the package.
struct RequiredFilesRule: PackageRule {
    func check(_ contents: PackageContents) throws(PackageRefusal) {
        for path in ["app.js", "app.css"] where !contents.contains(path) {
            throw .init(.missingFile, path, "The package needs the file \(path) at its top.")
        }
    }
}

/// A page's route lies under `pages/`, a widget's under `widgets/` or `pages/`, and either is made of plain components, so
/// that it is the same in a URL and on disk.
struct RoutesRule: PackageRule {
    func check(_ contents: PackageContents) throws(PackageRefusal) {
        for (index, page) in contents.manifest.pages.enumerated() where !Self.isRoute(page, below: ["pages"]) {
            throw .init(
                .manifest, "pages[\(index)]",
                "\"\(page)\" is not a page. Expected a route such as pages/list, of letters, digits, - and _."
            )
        }
        for (index, widget) in contents.manifest.widgets.enumerated()
        where !Self.isRoute(widget.path, below: ["widgets", "pages"]) {
            throw .init(
                .manifest, "widgets[\(index)].path",
                "\"\(widget.path)\" is not a widget. Expected a route such as widgets/card, of letters, digits, - and _."
            )
        }
    }

    private static func isRoute(_ route: String, below folders: [Substring]) -> Bool {
        let components = route.split(separator: "/", omittingEmptySubsequences: false)
        let isPlain = components.allSatisfy { component in
            !component.isEmpty
                && component.unicodeScalars.allSatisfy { scalar in
                    scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
                        || scalar == "-" || scalar == "_"
                }
        }
        return components.count >= 2 && folders.contains(components[0]) && isPlain
    }
}

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

/// The texts in `i18n/` can be read, and what they say of the manifest is right.
struct TextsRule: PackageRule {
    func check(_ contents: PackageContents) throws(PackageRefusal) {
        for file in contents.files where file.path.hasPrefix(ManifestTexts.folder) && file.path.hasSuffix(".json") {
            _ = try ManifestTexts(decoding: file.contents, at: file.path)
        }
    }
}

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

/// Every icon in the manifest is in the package.
struct IconsExistRule: PackageRule {
    func check(_ contents: PackageContents) throws(PackageRefusal) {
        for (index, icon) in contents.manifest.icons.enumerated() where !contents.contains(icon.source) {
            throw .init(.missingIcon, "icons[\(index)].src", "The package has no file \(icon.source).")
        }
    }
}
