/// A page's route begins with `pages/`, a widget's with `widgets/` or `pages/`, and both are made of plain components,
/// so that a route is the same in a URL and on disk.
struct RoutesRule: PackageRule {
    func check(_ contents: PackageContents) throws(PackageRefusal) {
        for (index, page) in contents.manifest.pages.enumerated() where !Self.isRoute(page, below: ["pages"]) {
            throw .init(
                .manifest, "pages[\(index)]",
                "\"\(page)\" is not a valid page. Expected a route such as pages/list, of letters, digits, - and _."
            )
        }
        for (index, widget) in contents.manifest.widgets.enumerated()
        where !Self.isRoute(widget.path, below: ["widgets", "pages"]) {
            throw .init(
                .manifest, "widgets[\(index)].path",
                "\"\(widget.path)\" is not a valid widget. Expected a route such as widgets/card, of letters, digits, - and _."
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
