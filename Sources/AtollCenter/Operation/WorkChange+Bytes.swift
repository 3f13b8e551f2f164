import AtollPackages
import SQLStatements

/// Which versions' files nobody needs any more. They are removed from the storage by whatever collects blobs.
extension WorkChange {
    private static let day = 86_400
    /// How long the files of a version are kept that was given up before a decision, in seconds.
    static let discardedTime = 30 * day
    /// How long those of one are kept that was rejected or withdrawn, or that is below the floor of a later one, in seconds.
    static let endedTime = 180 * day

    /// Gives up the files of versions that no device can receive any more and that nobody has touched for long.
    ///
    /// - Complexity: O(n) in the versions that were replaced long ago and whose files are kept.
    func giveUpBytes() throws {
        for (states, lifetime) in [
            ("'discarded'", Self.discardedTime), ("'rejected', 'withdrawn'", Self.endedTime),
        ] as [(SQLFragment, Int)] {
            for version in try view.versionsWithBytes(in: states, until: time - lifetime) {
                try giveUpBytes(of: version)
            }
        }
        for version in try view.versionsWithBytes(in: "'superseded'", until: time - Self.endedTime) {
            // Devices may have to go back to it, unless they have seen a floor above it.
            guard let record = try view.version(version.code, of: version.id),
                let floor = try view.announcedFloor(above: record), floor > record.code
            else { continue }
            try giveUpBytes(of: version)
        }
    }

    private func giveUpBytes(of version: (id: MiniAppID, code: Int)) throws {
        guard let record = try view.version(version.code, of: version.id) else { return }
        try session.perform(
            """
            UPDATE version SET bytes_removed = \(.integer(time))
            WHERE mini_app = \(.text(version.id.rawValue)) AND code = \(.integer(version.code))
            """)
        try note(
            AuditRecord(
                .giveUpFiles, organization: record.miniApp.organization,
                superApp: record.miniApp.superApp?.id.rawValue, miniApp: version.id.rawValue, code: version.code,
                before: record.state.rawValue))
    }
}

extension WorkView {
    /// The versions in some states since a time, whose files are kept.
    fileprivate func versionsWithBytes(
        in states: SQLFragment, until last: Int
    ) throws -> [(id: MiniAppID, code: Int)] {
        try session.rows(
            """
            SELECT version.mini_app, version.code FROM version_state
            JOIN version ON version.mini_app = version_state.mini_app AND version.code = version_state.code
            WHERE state IN (\(states)) AND changed <= \(.integer(last)) AND bytes_removed IS NULL
            ORDER BY version.mini_app, version.code LIMIT 10000
            """
        ).compactMap { row in
            guard let id = MiniAppID(try row.text(0)) else { return nil }
            return (id, try row.int(1))
        }
    }
}
