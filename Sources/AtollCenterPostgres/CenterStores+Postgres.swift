import AtollCenter
import Postgres

extension CenterStores {
    /// The stores in a database of PostgreSQL, which several Centers may share.
    ///
    /// - Throws: ``Postgres/PostgresError``, if the database can't be reached or must be migrated first.
    package static func postgres(_ configuration: PostgresConfiguration) async throws -> CenterStores {
        let pool = PostgresPool(configuration)
        let follower: CatalogFollower
        do {
            try await CenterSchema.current.check(pool)
            follower = try await CatalogFollower(pool)
        } catch {
            await pool.close()
            throw error
        }
        return CenterStores(
            apiKeys: PostgresAPIKeyStore(pool), follow: { await follower.run() }, close: { await pool.close() }
        ) { changed in
            follower.tell(changed)
            return PostgresCatalogStore(pool, follower)
        }
    }
}
