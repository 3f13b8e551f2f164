import AtollPackages

/// The version that a row of the audit log is about, or the mini app as a whole.
package struct VersionKey: Hashable {
    package let miniApp: String
    package let code: Int?

    package init?(_ entry: AuditEntry) {
        guard let miniApp = entry.miniApp else { return nil }
        self.miniApp = miniApp
        code = entry.code
    }
}

extension Snapshot {
    /// The titles of mini apps and the names of their versions, for rows of the audit log that their reader was notified of; of a row
    /// without a code, those of the version that devices have.
    ///
    /// - Complexity: One query for each version.
    package func namesOfVersions(_ entries: [AuditEntry]) throws -> [VersionKey?: (title: String, name: String)] {
        var found: [VersionKey?: (title: String, name: String)] = [:]
        for key in Set(entries.compactMap(VersionKey.init)) {
            guard let id = MiniAppID(key.miniApp) else { continue }
            let named = try key.code.map { try version($0, of: id) } ?? version(of: id, in: .live)
            if let named { found[key] = (named.title, named.name) }
        }
        return found
    }
}
