import AtollPackages
import SQLStatements

extension PeopleStore {
    /// Releases the files of versions that devices can no longer receive and that were unused for a long time. They are
    /// removed from the storage when blobs are collected.
    ///
    /// - Complexity: O(n) in the versions that ended long ago and whose files are stored, which are read in batches.
    package func giveUpFiles() async throws {
        for ended in EndedFiles.all {
            var last = (id: "", code: 0)
            while true {
                let found = try await read { [last] in try $0.versions(ended, after: last) }
                guard let end = found.last else { break }
                let unneeded = try await read { view in
                    try found.filter { try view.isUnneeded($0.code, of: $0.id, ended) }
                }
                if !unneeded.isEmpty {
                    try await change(by: .system) { change in
                        for version in unneeded { try change.giveUpFiles(of: version.code, version.id, ended) }
                    }
                }
                last = end
            }
        }
    }
}

extension Snapshot {
    /// The next versions whose files may be given up, in the order of their mini apps and codes.
    fileprivate func versions(
        _ ended: EndedFiles, after last: (id: String, code: Int)
    ) throws -> [(id: String, code: Int)] {
        let names = ended.states.map { SQLFragment("\(.text($0.rawValue))") }.joined(separator: ", ")
        return try session.rows(
            """
            SELECT version.mini_app, version.code FROM version_state
            JOIN version ON version.mini_app = version_state.mini_app AND version.code = version_state.code
            WHERE state IN (\(names)) AND changed <= \(.integer(time - ended.lifetime)) AND bytes_removed IS NULL
                AND (version.mini_app > \(.text(last.id))
                    OR (version.mini_app = \(.text(last.id)) AND version.code > \(.integer(last.code))))
            ORDER BY version.mini_app, version.code LIMIT \(.integer(EndedFiles.batch))
            """
        ).map { (try $0.text(0), try $0.int(1)) }
    }

    /// Whether devices can't go back to a version: the floor of the live one, which they have had for as long as files
    /// are stored, is above it.
    fileprivate func isUnneeded(_ code: Int, of id: String, _ ended: EndedFiles) throws -> Bool {
        guard ended.isWayBack else { return true }
        let live = try session.row(
            """
            SELECT statement FROM version_state
            JOIN version ON version.mini_app = version_state.mini_app AND version.code = version_state.code
            WHERE version.mini_app = \(.text(id)) AND state = 'live' AND is_finished
                AND changed <= \(.integer(time - ended.lifetime))
            """)
        return try live.map { try DecodedTexts.statement($0.text(0)).floor > code } ?? false
    }
}

extension Transaction {
    /// Gives up the files of a version, if it is still so.
    fileprivate func giveUpFiles(of code: Int, _ text: String, _ ended: EndedFiles) throws {
        guard let id = MiniAppID(text), let version = try view.version(code, of: id), version.hasFiles,
            ended.states.contains(version.state), version.changed <= time - ended.lifetime,
            try view.isUnneeded(code, of: text, ended)
        else { return }
        try session.perform(
            """
            UPDATE version SET bytes_removed = \(.integer(time))
            WHERE mini_app = \(.text(id.rawValue)) AND code = \(.integer(code))
            """)
        try session.perform(
            """
            DELETE FROM version_picture WHERE mini_app = \(.text(id.rawValue)) AND code = \(.integer(code))
            """)
        try note(
            AuditRecord(
                .deleteFiles, organization: version.miniApp.organization,
                superApp: version.miniApp.superApp?.id.rawValue, miniApp: id.rawValue, code: code,
                before: version.state.rawValue))
    }
}
