import AtollCenterAPI
import AtollPackages
import SQLStatements

extension Snapshot {
    /// Where a page of the queue ends.
    package struct QueueCursor: Sendable {
        package let changed: Int
        package let id: String
        package let code: Int

        package init(_ version: VersionRecord) {
            (changed, id, code) = (version.changed, version.id.rawValue, version.code)
        }

        /// Nil for what is not the end of a page.
        package init?(_ text: String) {
            let parts = text.split(separator: " ", omittingEmptySubsequences: false)
            guard parts.count == 3, let changed = Int(parts[0]), let code = Int(parts[2]) else { return nil }
            (self.changed, self.id, self.code) = (changed, String(parts[1]), code)
        }

        package var text: String { "\(changed) \(id) \(code)" }
    }

    /// Versions that a caller may read, the longest in their state first.
    ///
    /// - Parameters:
    ///   - state: Nil for those that wait for a reviewer or are being reviewed.
    ///   - isLatest: Whether only versions count that no later version of their mini app follows.
    /// - Returns: A page, and where it ends if there may be more.
    /// - Complexity: Reads versions until it has a page of those that the caller may read, at most 2,000.
    package func queue(
        _ state: VersionState?, superApp: String?, isLatest: Bool = false, after cursor: QueueCursor?, limit: Int,
        for caller: Caller
    ) throws -> (versions: [VersionRecord], next: QueueCursor?) {
        let states: SQLFragment = state.map { "= \(.text($0.rawValue))" } ?? "IN ('submitted', 'inReview')"
        guard let visible = try visibleVersions(to: caller) else { return ([], nil) }
        let permissions = try permissions(of: caller)
        var condition: SQLFragment = "version_state.state \(states) AND \(visible)"
        if isLatest {
            condition = """
                \(condition) AND NOT EXISTS (
                    SELECT 1 FROM version_state AS later
                    WHERE later.mini_app = version.mini_app AND later.code > version.code)
                """
        }
        var (found, last): ([VersionRecord], QueueCursor?) = ([], cursor)
        for _ in 0..<10 {
            var page = condition
            if let last {
                page = """
                    \(page) AND (version_state.changed, version.mini_app, version.code)
                        > (\(.integer(last.changed)), \(.text(last.id)), \(.integer(last.code)))
                    """
            }
            let read = try versions(
                where: "\(page) ORDER BY version_state.changed, version.mini_app, version.code LIMIT \(.integer(200))")
            for version in read {
                if found.count == limit { return (found, found.last.map(QueueCursor.init)) }
                last = QueueCursor(version)
                let isWanted = superApp == nil || version.miniApp.superApp?.id.rawValue == superApp
                if isWanted, try permissions.allows(.readVersions, of: version.subject) { found.append(version) }
            }
            if read.count < 200 { return (found, nil) }
        }
        return (found, last)
    }

    /// The condition that versions are of an organization of the caller, or for a super app of one; `nil` if none can
    /// be.
    private func visibleVersions(to caller: Caller) throws -> SQLFragment? {
        guard let own = try ownOrganizations(of: caller) else { return "1 = 1" }
        guard !own.isEmpty else { return nil }
        let list = own.map { SQLFragment("\(.text($0))") }.joined(separator: ", ")
        return """
            (mini_app.publisher IN (SELECT publisher FROM organization WHERE id IN (\(list)))
                OR mini_app.super_app IN (SELECT id FROM owned_super_app WHERE organization IN (\(list))))
            """
    }
}
