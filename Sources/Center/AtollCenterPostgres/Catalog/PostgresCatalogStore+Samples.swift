import AtollCenter
import AtollCenterDomain
import AtollPostgres
import SQLStatements

extension PostgresCatalogStore {
    package func addSamples(_ all: [SearchEntry]) async throws {
        try await change { session in
            let index = PostgresSearchIndex(session: session)
            let there = Set(
                try session.query(
                    "SELECT id FROM entry WHERE id = ANY (\(.texts(all.map(\.listing.id.rawValue))))"
                ).rows.map { try $0.text(0) })
            let entries = all.filter { !there.contains($0.listing.id.rawValue) }
            guard let first = entries.first else { return }
            // The first one finds out which number comes next, and has its audience made.
            try Self.addMiniApps(entries, session)
            let (number, audience) = try index.write(first)
            let rest = Array(entries.dropFirst())
            var audiences = [first.audience: audience]
            for entry in rest where audiences[entry.audience] == nil {
                audiences[entry.audience] = try index.audience(entry.audience)
            }
            try index.add(rest, from: number + 1, audiences)
        }
    }

    private static func addMiniApps(_ entries: [SearchEntry], _ session: PostgresSession) throws {
        let ids = SQLValue.texts(entries.map(\.listing.id.rawValue))
        let publishers = SQLValue.texts(entries.map(\.publisher.rawValue))
        try session.query(
            """
            INSERT INTO mini_app (id, publisher, name, current_code)
            SELECT id, publisher, name, 1
            FROM unnest(\(ids), \(publishers), \(.texts(entries.map(\.listing.name)))) AS new (id, publisher, name)
            ON CONFLICT (id) DO NOTHING
            """)
    }
}
