import AtollPackages
import Foundation
import SQLStatements

extension Snapshot {
    /// The previews of a version that have not ended, the newest first: also those with no openings left, because an
    /// open one continues to run.
    package func previews(of version: VersionRecord) throws -> [Preview] {
        guard Preview.fault(of: version) == nil else { return [] }
        return try previews(
            where: """
                mini_app = \(.text(version.id.rawValue)) AND code = \(.integer(version.code))
                    AND expires > \(.integer(time)) AND created >= \(.integer(version.uploaded))
                """
        ).filter { try mayStillShow($0, version) }
    }

    /// The preview with this code and its version, if it has not expired, the version has not changed since, and the
    /// creator still has permission to create previews.
    package func preview(withDigest digest: Data) throws -> (preview: Preview, version: VersionRecord)? {
        guard
            let preview = try previews(where: "digest = \(.bytes(digest)) AND expires > \(.integer(time))").first,
            let version = try version(preview.code, of: preview.miniApp), Preview.fault(of: version) == nil,
            // A code that was given back may have been used again, for something else.
            preview.created >= version.uploaded, try mayStillShow(preview, version)
        else { return nil }
        return (preview, version)
    }

    /// Whether the creator of a link still has permission to create it.
    ///
    /// A CI job's API key expires within minutes, so its links depend on the trusted publisher. Links of an API key
    /// that the operator created depend on the key.
    private func mayStillShow(_ preview: Preview, _ version: VersionRecord) throws -> Bool {
        let maker = preview.maker
        if try account(maker) != nil {
            return PermissionMatrix.allows(.managePreviews, of: version.subject, to: try person(maker))
        }
        if [AuditActor.operator.id, AuditActor.system.id].contains(maker) { return true }
        if let trusted = try session.row(
            "SELECT maker, organization FROM trusted_publisher WHERE id = \(.text(maker))")
        {
            return try mayStillPublish(trusted.text(0), trusted.text(1), preview.miniApp.rawValue)
        }
        return try session.row("SELECT 1 FROM api_key WHERE id = \(.text(maker))") != nil
    }

    /// The super apps that a version is for, as its publisher has signed.
    package func superApps(of version: VersionRecord) throws -> [String] {
        let row = try session.row(
            """
            SELECT statement FROM version
            WHERE mini_app = \(.text(version.id.rawValue)) AND code = \(.integer(version.code))
            """)
        return try row.map { try DecodedTexts.statement($0.text(0)).superApps.sorted() } ?? []
    }

    package func previews(where condition: SQLFragment) throws -> [Preview] {
        try session.rows(
            """
            SELECT id, mini_app, code, maker, created, expires, opens, opened FROM preview
            WHERE \(condition) ORDER BY created DESC, id
            """
        ).map { row in
            let id = try row.text(1)
            guard let miniApp = MiniAppID(id) else { throw StoredDataError.badMiniApp(id) }
            return Preview(
                id: try row.text(0), miniApp: miniApp, code: try row.int(2), maker: try row.text(3),
                created: try row.int(4), expires: try row.int(5), opens: try row.int(6), opened: try row.int(7))
        }
    }
}
