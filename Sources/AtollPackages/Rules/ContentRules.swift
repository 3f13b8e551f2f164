/// Every mini app has its script and its style sheet at the top of the package.
struct RequiredFilesRule: PackageRule {
    func check(_ contents: PackageContents) throws(PackageRefusal) {
        for path in ["app.js", "app.css"] where !contents.contains(path) {
            throw .init(.missingFile, path, "The package needs the file \(path) at its top.")
        }
    }
}

/// A page's route lies under `pages/` and is made of plain components, so that it is the same in a URL and on disk.
struct PageNamesRule: PackageRule {
    func check(_ contents: PackageContents) throws(PackageRefusal) {
        for (index, page) in contents.manifest.pages.enumerated() {
            let components = page.split(separator: "/", omittingEmptySubsequences: false)
            let isPlain = components.allSatisfy { component in
                !component.isEmpty
                    && component.unicodeScalars.allSatisfy { scalar in
                        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
                            || scalar == "-" || scalar == "_"
                    }
            }
            guard components.count >= 2, components[0] == "pages", isPlain else {
                throw .init(
                    .manifest, "pages[\(index)]",
                    "\"\(page)\" is no page: a route such as pages/list is needed, of letters, digits, - and _."
                )
            }
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
