import AtollPackages

extension MiniAppCatalog {
    /// The mini app with this id.
    ///
    /// - Throws: ``CatalogError/notFound(_:)`` if it does not exist or this user may not open it.
    public func miniApp(id: MiniAppID) async throws(CatalogError) -> MiniAppListing {
        try await client.listing(of: id)
    }

    /// The mini apps that contain every word of `text`, best match first; without words, every mini app.
    ///
    /// - Parameters:
    ///   - start: The index of the first result, from 0 to ``MiniAppListingPage/maximumStart``.
    ///   - count: The most results, up to ``MiniAppListingPage/maximumCount``; 0 for all.
    /// - Throws: ``CatalogError/invalidRequest(_:)`` with the invalid part, ``CatalogError/network(_:)`` or
    ///   ``CatalogError/invalidResponse(_:)``.
    public func miniApps(
        text: String = "", start: Int = 0, count: Int = 0
    ) async throws(CatalogError) -> MiniAppListingPage {
        try await miniApps(CatalogSearch(.text(text)), start: start, count: count)
    }

    /// The mini apps with a point within `radius` metres of `center`, nearest first.
    ///
    /// - Parameter radius: Above 0 and at most ``GeoPoint/maximumDistance``, in metres.
    public func miniApps(
        near center: GeoPoint, radius: Double, start: Int = 0, count: Int = 0
    ) async throws(CatalogError) -> MiniAppListingPage {
        try await miniApps(CatalogSearch(.near(center, radius: radius)), start: start, count: count)
    }

    /// The mini apps with exactly this tag, by name.
    public func miniApps(
        tag: String, start: Int = 0, count: Int = 0
    ) async throws(CatalogError) -> MiniAppListingPage {
        try await miniApps(CatalogSearch(.tag(tag)), start: start, count: count)
    }

    /// The mini apps that the super app features, in its order.
    public func featuredMiniApps(start: Int = 0, count: Int = 0) async throws(CatalogError) -> MiniAppListingPage {
        try await miniApps(CatalogSearch(.featured), start: start, count: count)
    }

    /// The mini apps that satisfy all of `filters`, by name; every mini app if there are no filters.
    public func miniApps(
        where filters: [CatalogFilter], start: Int = 0, count: Int = 0
    ) async throws(CatalogError) -> MiniAppListingPage {
        try await miniApps(CatalogSearch(where: filters), start: start, count: count)
    }

    /// The results of a search: `count` of them at most, or all from `start` on if `count` is 0.
    public func miniApps(
        _ search: CatalogSearch, start: Int = 0, count: Int = 0
    ) async throws(CatalogError) -> MiniAppListingPage {
        let page = try await client.listings(search, start: start, count: count)
        if page.total == 0, start == 0, let text = search.text { noteNothingFound(text) }
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

    /// Counts a text that has found nothing at all, once a day for each user.
    public func noteNothingFound(_ text: String) { cache.usage?.foundNothing(for: text, by: runner?.rolloutID) }

    /// The next page of the results of a search.
    ///
    /// - Parameters:
    ///   - cursor: ``MiniAppListingPage/next`` of the page before; nil for the first page.
    ///   - count: The most results, from 1 to ``MiniAppListingPage/maximumCount``.
    ///   - isCounted: Whether a text that finds nothing is counted. Not where it was meant for more than mini apps: it may be a name.
    public func miniApps(
        _ search: CatalogSearch, after cursor: String?, count: Int, isCounted: Bool = true
    ) async throws(CatalogError) -> MiniAppListingPage {
        let page = try await client.listings(search, start: 0, count: count, cursor: cursor)
        if isCounted, page.total == 0, cursor == nil, let text = search.text { noteNothingFound(text) }
        return page
    }

    /// The results of a search as a sequence, which requests each page when it is needed. Mini apps published in the
    /// meantime cause no result to be repeated or left out.
    ///
    /// - Parameter pageSize: The results to a page, from 1 to ``MiniAppListingPage/maximumCount``.
    public func all(_ search: CatalogSearch = CatalogSearch(), pageSize: Int = 50) -> MiniAppSequence {
        MiniAppSequence(client: client, search: search, pageSize: pageSize)
    }

    /// The most results that are collected into one page.
    private static let maximumItems = 1_000_000
}
