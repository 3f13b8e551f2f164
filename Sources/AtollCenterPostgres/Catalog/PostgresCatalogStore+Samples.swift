import AtollCenter
import Postgres

extension PostgresCatalogStore {
    package func addSamples(_ entries: [SearchEntry]) async throws {
        try await change { session in
            let index = PostgresSearchIndex(session: session)
            var audiences: [Audience: Int64] = [:]
            for entry in entries {
                try session.query(
                    """
                    INSERT INTO mini_app (id, publisher, name, current_code)
                    VALUES (\(.text(entry.listing.id.rawValue)), \(.text(entry.publisher.rawValue)),
                        \(.text(entry.listing.name)), 1)
                    ON CONFLICT (id) DO NOTHING
                    """)
                audiences[entry.audience] = try index.write(entry, audience: audiences[entry.audience]).audience
            }
        }
    }
}
