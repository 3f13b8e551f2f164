import PrintableText

/// Something inside a mini app that users can search for without opening it, such as a person in a directory.
public struct ContentEntry: Hashable, Sendable {
    /// `title`: the title, as on the page that it leads to; 1 to 100 characters.
    public let title: String
    /// `detail`: what distinguishes it from others with the same title; 1 to 200 characters.
    public let detail: String?
    /// `words`: further words that it is found by, and that are not shown; 1 to 500 characters.
    public let words: String?
    /// `page`: the page that shows it, one of the manifest's `pages`, such as `pages/person`.
    public let route: String
    /// The query of that page without the question mark, such as `id=30`; nil if it has none.
    public let query: String?

    /// The page with its query, as a path on the mini app's origin, such as `/pages/person?id=30`.
    public var path: String { "/" + route + (query.map { "?" + $0 } ?? "") }

    init(_ object: ManifestObject, pages: Set<String>) throws(PackageRefusal) {
        title = try object.string("title", length: 1...100)
        detail = try object.optionalString("detail", length: 1...200)
        for (member, text) in [("title", title), ("detail", detail)] where !(text.map(Self.isReadable) ?? true) {
            throw .init(
                .search, object.place + member,
                "Expected a text with a letter, a number or a symbol, of visible characters, with at most three accents on each."
            )
        }
        words = try object.optionalString("words", length: 1...500)
        let page = try object.string("page", length: 1...500)
        let parts = page.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        route = String(parts[0])
        query = parts.count > 1 ? String(parts[1]) : nil
        guard pages.contains(route) else {
            throw .init(
                .search, object.place + "page",
                "Expected one of the manifest's pages, with or without a query, such as \(pages.min() ?? "pages/list")?id=30."
            )
        }
        guard query.map(EntryQuery.isValid) ?? true else {
            throw .init(.search, object.place + "page", EntryQuery.expectation)
        }
    }

    /// Whether readers can distinguish a text from others. Hosts show it among their own.
    private static func isReadable(_ text: String) -> Bool {
        var (hasBase, marks) = (false, 0)
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .spacingMark:
                marks += 1
                if marks > 3 { return false }
                continue
            case .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return false
            case .spaceSeparator: break
            default:
                // Joiners shape words of some scripts.
                let isJoiner = scalar.value == 0x200c || scalar.value == 0x200d
                if scalar.isInvisible, !isJoiner { return false }
                hasBase = hasBase || !isJoiner && scalar.value != 0x2800
            }
            marks = 0
        }
        return hasBase
    }
}
