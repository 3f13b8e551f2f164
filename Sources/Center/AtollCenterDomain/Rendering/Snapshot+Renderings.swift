import AtollPackages
import AtollReview
import Foundation
import SQLStatements

extension Snapshot {
    /// Returns the pictures and problems of a version in a browser, or `nil` before it was opened in one.
    package func rendering(of version: VersionRecord) throws -> StoredRendering? {
        let row = try session.row(
            """
            SELECT state, since, attempts, findings, unopened, message FROM version_rendering
            WHERE mini_app = \(.text(version.id.rawValue)) AND code = \(.integer(version.code))
            """)
        guard let row, let state = StoredRendering.State(rawValue: try row.text(0)) else { return nil }
        let pictures = try session.rows(
            """
            SELECT page, look, sha256 FROM version_picture
            WHERE mini_app = \(.text(version.id.rawValue)) AND code = \(.integer(version.code))
            ORDER BY number
            """)
        return StoredRendering(
            state: state, since: try row.int(1), attempts: try row.int(2),
            findings: try SearchEntry.value(of: row.text(3)), unopened: try row.int(4), message: try row.text(5),
            pictures: try pictures.compactMap { row in
                guard let digest = SHA256Hash(hex: try row.text(2)) else { return nil }
                return StoredRendering.Picture(page: try row.text(0), look: try row.text(1), sha256: digest)
            })
    }

    /// Whether a version waits for a browser.
    package func hasRenderingDue() throws -> Bool { try dueRendering() != nil }

    /// The version whose turn it is, of those that wait, or whose browser went away with its process: publishers take
    /// turns, and each has its versions opened in the order in which they came.
    ///
    /// - Parameter served: The number of the last turn of each publisher, which ranks before those with higher ones.
    func dueRendering(after served: [String: Int] = [:]) throws -> (id: String, code: Int)? {
        let isDue: SQLFragment =
            """
            version_rendering.state IN ('waiting', 'running') AND (version_rendering.state = 'waiting'
                OR version_rendering.since < \(.integer(time - StoredRendering.patience)))
            """
        let publishers = try session.rows(
            """
            SELECT mini_app.publisher, min(version_rendering.since) FROM version_rendering
            JOIN mini_app ON mini_app.id = version_rendering.mini_app WHERE \(isDue)
            GROUP BY mini_app.publisher ORDER BY min(version_rendering.since), mini_app.publisher
            """
        ).map { try $0.text(0) }
        // The first of equals, which has waited longest.
        guard let publisher = publishers.min(by: { served[$0] ?? 0 < served[$1] ?? 0 }) else { return nil }
        let row = try session.row(
            """
            SELECT version_rendering.mini_app, version_rendering.code FROM version_rendering
            JOIN mini_app ON mini_app.id = version_rendering.mini_app
            WHERE \(isDue) AND mini_app.publisher = \(.text(publisher))
            ORDER BY version_rendering.since, version_rendering.mini_app, version_rendering.code LIMIT 1
            """)
        return try row.map { (try $0.text(0), try $0.int(1)) }
    }

    /// The digests of all pictures.
    package func pictures() throws -> Set<SHA256Hash> {
        Set(
            try session.rows("SELECT DISTINCT sha256 FROM version_picture").compactMap {
                SHA256Hash(hex: try $0.text(0))
            })
    }
}
