import AtollCenter
import AtollPostgres
import ObjectStorage

extension CenterStores {
    /// The stores in a database of PostgreSQL and a bucket, which several Centers may share.
    ///
    /// - Parameter grace: The time for which unnamed blobs are stored.
    /// - Throws: `PostgresError`, if the database can't be reached or must be migrated first.
    package static func postgres(
        _ configuration: PostgresConfiguration, objects: any ObjectStore, grace: Duration = .seconds(86_400)
    ) async throws -> CenterStores {
        let pool = PostgresPool(configuration)
        let follower: CatalogFollower
        do {
            try await CenterSchema.current.check(pool)
            try await CenterSchema.checkEncoding(pool)
            follower = try await CatalogFollower(pool)
        } catch {
            await pool.close()
            throw error
        }
        let repository = SharedRepository(pool, configuration, objects)
        // Changes wait for each other, and must not delay readers.
        var few = configuration
        few.connections = 3
        let changes = PostgresPool(few)
        return CenterStores(
            isShared: true, apiKeys: PostgresAPIKeyStore(pool), work: SharedDatabase(pool: pool, changes: changes),
            blobs: BucketBlobs(pool, objects, grace: grace) { try await repository.checkMayCollect() },
            packs: BucketPacks(objects: objects), place: repository, follow: { await follower.run() },
            check: { await repository.checks(isFollowing: follower.isCurrent) },
            measure: { await repository.measures(clockAge: follower.age) },
            close: {
                await changes.close()
                await repository.close()
            }
        ) { changed in
            follower.tell(changed)
            return PostgresCatalogStore(pool, follower, repository)
        }
    }
}
