import AtollPackages

extension MiniAppCatalog {
    /// The mini app with this id.
    ///
    /// - Throws: ``CatalogError/notFound(_:)`` where there is none, or none that this user may open.
    public func miniApp(id: MiniAppID) async throws(CatalogError) -> MiniAppListing {
        try await client.listing(of: id)
    }

    /// The mini apps that have all words of `text`, or all there are without one; the best first.
    ///
    /// - Parameters:
    ///   - start: Where to begin, from 0 to ``MiniAppListingPage/maximumStart``.
    ///   - count: How many at most, up to ``MiniAppListingPage/maximumCount``; 0 for all.
    /// - Throws: ``CatalogError/invalidRequest(_:)`` with the part that makes no sense, ``CatalogError/network(_:)`` or
    ///   ``CatalogError/invalidResponse(_:)``.
    public func miniApps(
        text: String = "", start: Int = 0, count: Int = 0
    ) async throws(CatalogError) -> MiniAppListingPage {
        try await miniApps(CatalogSearch(.text(text)), start: start, count: count)
    }

    /// The mini apps that have a point within `radius` metres of `center`, the nearest first.
    public func miniApps(
        near center: GeoPoint, radius: Double, start: Int = 0, count: Int = 0
    ) async throws(CatalogError) -> MiniAppListingPage {
        try await miniApps(CatalogSearch(.near(center, radius: radius)), start: start, count: count)
    }

    /// The mini apps that have exactly this tag, by name.
    public func miniApps(
        tag: String, start: Int = 0, count: Int = 0
    ) async throws(CatalogError) -> MiniAppListingPage {
        try await miniApps(CatalogSearch(.tag(tag)), start: start, count: count)
    }

    /// The mini apps that the super app shows first, in its order.
    public func featuredMiniApps(start: Int = 0, count: Int = 0) async throws(CatalogError) -> MiniAppListingPage {
        try await miniApps(CatalogSearch(.featured), start: start, count: count)
    }

    /// The mini apps that fulfil all of `filters`, by name; all there are without any.
    public func miniApps(
        where filters: [CatalogFilter], start: Int = 0, count: Int = 0
    ) async throws(CatalogError) -> MiniAppListingPage {
        try await miniApps(CatalogSearch(where: filters), start: start, count: count)
    }

    /// What a search finds: a part, or, for a `count` of 0, all from `start` on.
    public func miniApps(
        _ search: CatalogSearch, start: Int = 0, count: Int = 0
    ) async throws(CatalogError) -> MiniAppListingPage {
        let page = try await client.listings(search, start: start, count: count)
        guard count == 0, page.next != nil else { return page }
        var items = page.items
        var cursor = page.next
        while let next = cursor {
            let page = try await client.listings(search, start: 0, count: 0, cursor: next)
            items += page.items
            guard page.next != next, items.count <= Self.maximumItems else {
                throw .invalidResponse("the list does not end")
            }
            cursor = page.next
        }
        return MiniAppListingPage(items: items, start: page.start, total: max(page.total, start + items.count))
    }

    /// The next part of what a search finds.
    ///
    /// - Parameters:
    ///   - cursor: Where the part before it ended: ``MiniAppListingPage/next``; nil for the first.
    ///   - count: How many at most, from 1 to ``MiniAppListingPage/maximumCount``.
    public func miniApps(
        _ search: CatalogSearch, after cursor: String?, count: Int
    ) async throws(CatalogError) -> MiniAppListingPage {
        try await client.listings(search, start: 0, count: count, cursor: cursor)
    }

    /// What a search finds, one after another, in pages that are asked for when they are needed. What is published meanwhile
    /// neither repeats an item nor leaves one out.
    ///
    /// - Parameter pageSize: From 1 to ``MiniAppListingPage/maximumCount``.
    public func all(_ search: CatalogSearch = CatalogSearch(), pageSize: Int = 50) -> MiniAppSequence {
        MiniAppSequence(client: client, search: search, pageSize: pageSize)
    }

    /// The most items that are gathered into one answer.
    private static let maximumItems = 1_000_000
}
