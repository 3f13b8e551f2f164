import AtollCenterAPI
import AtollPackages
import Foundation
import SQLStatements

extension Transaction {
    /// Makes a link to a version.
    ///
    /// - Parameters:
    ///   - id: A new random id.
    ///   - digest: Of its code.
    ///   - days: For how long; ``Preview/days``.
    ///   - opens: How often it may be opened; ``Preview/possibleOpens``.
    package func makePreview(
        _ id: String, digest: Data, of code: Int, _ miniApp: String, days: Int, opens: Int, by caller: Caller
    ) throws -> Preview {
        let version = try view.version(code, of: miniApp, for: .managePreviews, by: caller)
        guard Preview.days.contains(days) else { throw ActionError.invalid("days", "must be from 1 to 30") }
        guard Preview.possibleOpens.contains(opens) else { throw ActionError.invalid("opens", "must be from 1 to 100") }
        if let fault = Preview.fault(of: version) { throw fault }
        guard try view.previews(of: version).count < Preview.maximumCount else {
            throw ActionError.conflict(
                rule: "too-many", "A version has at most \(Preview.maximumCount) previews: revoke one first.")
        }
        try session.perform(
            """
            INSERT INTO preview (id, digest, mini_app, code, maker, created, expires, opens, opened)
            VALUES (\(.text(id)), \(.bytes(digest)), \(.text(version.id.rawValue)), \(.integer(code)),
                \(.text(caller.responsible)), \(.integer(time)), \(.integer(time + days * 86_400)), \(.integer(opens)),
                0)
            """)
        try note(record(.createPreview, of: id, version))
        return try preview(id, of: version)
    }

    /// Takes a link back: it opens nothing more.
    package func revokePreview(_ id: String, of code: Int, _ miniApp: String, by caller: Caller) throws {
        let version = try view.version(code, of: miniApp, for: .managePreviews, by: caller)
        _ = try preview(id, of: version)
        try session.perform("DELETE FROM preview WHERE id = \(.text(id))")
        try note(record(.revokePreview, of: id, version))
    }

    /// Opens a link, which is counted and noted.
    ///
    /// - Throws: ``ActionError/unknown(_:)`` for a code that never was, has expired or was revoked, and if something has happened to
    ///   the version since; ``ActionError/conflict(rule:_:)`` for one that was opened as often as it may be.
    package func openPreview(digest: Data) throws -> OpenedPreview {
        guard let (preview, version) = try view.preview(withDigest: digest),
            let row = try session.row(
                """
                SELECT statement FROM version
                WHERE mini_app = \(.text(preview.miniApp.rawValue)) AND code = \(.integer(preview.code))
                """)
        else { throw ActionError.unknown("preview") }
        guard !preview.isUsedUp else {
            throw ActionError.conflict(rule: "used-up", "This link has been opened as often as it may be.")
        }
        try session.perform("UPDATE preview SET opened = opened + 1 WHERE id = \(.text(preview.id))")
        try note(record(.openPreview, of: preview.id, version))
        return OpenedPreview(
            preview: preview, version: version, statement: try SignedStatement(parsing: Data(row.text(0).utf8)))
    }

    /// Removes the links that have expired.
    package func removeOldPreviews() throws {
        try session.perform("DELETE FROM preview WHERE expires <= \(.integer(time))")
    }

    private func preview(_ id: String, of version: VersionRecord) throws -> Preview {
        let found = try view.previews(
            where: """
                id = \(.text(id)) AND mini_app = \(.text(version.id.rawValue)) AND code = \(.integer(version.code))
                """)
        guard let preview = found.first else { throw ActionError.unknown("preview") }
        return preview
    }

    private func record(_ action: AuditAction, of id: String, _ version: VersionRecord) -> AuditRecord {
        AuditRecord(
            action, organization: version.miniApp.organization, superApp: version.miniApp.superApp?.id.rawValue,
            miniApp: version.id.rawValue, code: version.code, subject: id)
    }
}
