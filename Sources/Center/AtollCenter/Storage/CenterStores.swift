import AtollCenterDomain
import SQLStatements

/// The stores of a Center: in one folder, or in a database and a bucket that several Centers share.
package struct CenterStores: Sendable {
    package let catalog: any CatalogStore
    package let apiKeys: any APIKeyStore
    /// The tables of people, organizations and what they do.
    package let work: any SQLDatabase
    package let blobs: any BlobStore
    package let packs: any PackCache
    package let place: any RepositoryPlace
    /// Whether other processes may use them at the same time.
    package let isShared: Bool
    /// The cache of searches, which the catalog's store tells of changes.
    let searches: SearchCache
    /// Follows the changes of other processes until the task is canceled; returns immediately without other processes.
    package let follow: @Sendable () async -> Void
    /// Checks each part that other requests rely on; see ``StorageCheck``.
    package let check: @Sendable () async -> [StorageCheck]
    /// Returns the current measurements.
    package let measure: @Sendable () async -> [StorageMeasure]
    /// Closes the database.
    package let close: @Sendable () async throws -> Void

    /// - Parameter catalog: Opens the catalog, and tells of each change that can affect searches.
    package init(
        isShared: Bool, apiKeys: any APIKeyStore, work: any SQLDatabase, blobs: any BlobStore, packs: any PackCache,
        place: any RepositoryPlace, follow: @escaping @Sendable () async -> Void = {},
        check: @escaping @Sendable () async -> [StorageCheck],
        measure: @escaping @Sendable () async -> [StorageMeasure],
        close: @escaping @Sendable () async throws -> Void,
        catalog: (_ changed: @escaping @Sendable (SearchChange) -> Void) throws -> any CatalogStore
    ) rethrows {
        let searches = SearchCache()
        self.searches = searches
        self.isShared = isShared
        self.apiKeys = apiKeys
        self.work = work
        self.blobs = blobs
        self.packs = packs
        self.place = place
        self.follow = follow
        self.check = check
        self.measure = measure
        self.close = close
        self.catalog = try catalog { searches.note($0) }
    }
}
