import AtollCatalog
import AtollHome
import AtollHub
import AtollPackages
import AtollRuntime
import SwiftUI

/// Sample data for previews and tests, without any network access.
enum PreviewData {
    static let listings: [MiniAppListing] = [
        listing("directory", "Directory", "Search for colleagues and their contact information.", ["people"]),
        listing("kudos", "Kudos", "Recognize your colleagues for their hard work.", ["people", "fun"]),
        listing("expenses", "Expenses", nil, ["money"]),
    ].compactMap(\.self)

    /// A listing in the form in which the Center sends it.
    private static func listing(
        _ id: String, _ name: String, _ summary: String?, _ tags: [String]
    ) -> MiniAppListing? {
        let digest = SHA256Hash(of: Data(id.utf8)).hex
        let text = """
            {"id": "com.example.\(id)", "name": "\(name)", "version": {"code": 1, "name": "1.0"},
             "files": {"sha256": "\(digest)", "length": 100, "count": 3, "bytes": 1000}, "published": "2026-11-21T00:00:00Z",
             \(summary.map { "\"description\": \"\($0)\"," } ?? "")
             "tags": [\(tags.map { "\"\($0)\"" }.joined(separator: ", "))]}
            """
        // own: samples
        return try? JSONDecoder.center.decode(MiniAppListing.self, from: Data(text.utf8))
    }

    /// A catalog that has the listings above, or fails.
    struct Catalog: HubSource, HubIconSource {
        var listings = PreviewData.listings
        var error: CatalogError?
        /// The entries that can be found inside the first mini app.
        var contents: ContentEntries?
        /// How many pages the list has; with more than one, each page has one listing.
        var pages = 1

        func page(_ query: HubQuery, after cursor: String?) async throws(CatalogError) -> MiniAppListingPage {
            if let error { throw error }
            let found = listings.filter { query.mayFit($0) }
            let part = cursor.flatMap { Int($0) } ?? 0
            let next = part + 1 < pages ? "\(part + 1)" : nil
            let items = pages > 1 ? Array(found.dropFirst(part).prefix(1)) : found
            return MiniAppListingPage(items: items, start: part, total: found.count, next: next)
        }

        func featured() async throws(CatalogError) -> [MiniAppListing] { Array(listings.prefix(1)) }

        func listing(of id: MiniAppID) async throws(CatalogError) -> MiniAppListing {
            guard let found = listings.first(where: { $0.id == id }) else { throw .notFound(id) }
            return found
        }

        func entries(matching words: [String], in ids: [MiniAppID], limit: Int) async -> [FoundEntry] {
            guard let contents, let id = ids.first else { return [] }
            return contents.matching(words, limit: limit).map { FoundEntry(miniApp: id, entry: $0) }
        }

        func icon(_ icon: MiniAppListing.Icon) async throws(CatalogError) -> Data { Data() }
    }

    static let permissions = [
        Manifest.Permission(name: "camera", reason: "To take pictures of receipts."),
        Manifest.Permission(name: "location"),
    ]

    static let style = HomeModuleStyle(
        .guardian, foreground: HomeColor(light: 0xffffff, dark: 0xf2f8fa),
        background: HomeColor(light: 0x00596a, dark: 0x0a4350),
        edge: .curve(HomeColor(light: 0x1a7a8c, dark: 0x135a6a), height: 60),
        card: .init(
            foreground: HomeColor(light: 0x12242e, dark: 0xf2f8fa),
            background: HomeColor(light: 0xffffff, dark: 0x14222a)))
}
