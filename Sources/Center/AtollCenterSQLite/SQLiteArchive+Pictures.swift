import AtollPackages
import GRDB

extension SQLiteArchive {
    /// The digests of the pictures of versions' pages, by the file lists of the versions whose files are stored.
    package func pictures() async throws -> [SHA256Hash: [SHA256Hash]] {
        let rows = try await database.pool.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT file_list, version_picture.sha256 FROM version_picture
                    JOIN version ON version.mini_app = version_picture.mini_app AND version.code = version_picture.code
                    WHERE bytes_removed IS NULL
                    """
            ).map { (list: $0[0] as String, picture: $0[1] as String) }
        }
        var found: [SHA256Hash: [SHA256Hash]] = [:]
        for row in rows {
            guard let list = SHA256Hash(hex: row.list), let picture = SHA256Hash(hex: row.picture) else { continue }
            found[list, default: []].append(picture)
        }
        return found
    }
}
