/// What a Center stores in a database, whichever it is.
package struct CenterStores: Sendable {
    package let catalog: any CatalogStore
    package let apiKeys: any APIKeyStore
    /// The cache of searches, which the catalog's store tells of changes.
    let searches: SearchCache
    /// Follows what other processes change, until the task is cancelled; returns at once if there are none.
    let follow: @Sendable () async -> Void
    /// Closes the database.
    let close: @Sendable () async throws -> Void

    /// - Parameter catalog: Opens the catalog, and tells of each change that can affect searches.
    package init(
        apiKeys: any APIKeyStore, follow: @escaping @Sendable () async -> Void = {},
        close: @escaping @Sendable () async throws -> Void,
        catalog: (_ changed: @escaping @Sendable (SearchChange) -> Void) throws -> any CatalogStore
    ) rethrows {
        let searches = SearchCache()
        self.searches = searches
        self.apiKeys = apiKeys
        self.follow = follow
        self.close = close
        self.catalog = try catalog { searches.note($0) }
    }
}
