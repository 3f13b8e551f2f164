import AtollPackages
import AtollReview
import Foundation
import SQLStatements

extension Snapshot {
    /// Returns the last version before another one that people have approved, in any later state.
    package func approvedVersion(of id: MiniAppID, before code: Int) throws -> (code: Int, files: FileListReference)? {
        let row = try session.row(
            """
            SELECT version.code, version.listing FROM version
            JOIN version_state ON version_state.mini_app = version.mini_app AND version_state.code = version.code
            WHERE version.mini_app = \(.text(id.rawValue)) AND version.code < \(.integer(code))
                AND state NOT IN ('draft', 'submitted', 'inReview', 'rejected')
                AND EXISTS (
                    SELECT 1 FROM version_approval
                    WHERE version_approval.mini_app = version.mini_app AND version_approval.code = version.code)
            ORDER BY version.code DESC LIMIT 1
            """)
        guard let row else { return nil }
        let listing: MiniAppListing = try SearchEntry.value(of: row.text(1))
        return (try row.int(0), listing.files)
    }

    /// The last version between two codes that was rejected, or nil.
    package func rejectedVersion(
        of id: MiniAppID, after first: Int, before last: Int
    ) throws -> (code: Int, name: String, files: FileListReference)? {
        let row = try session.row(
            """
            SELECT version.code, version.listing FROM version
            JOIN version_state ON version_state.mini_app = version.mini_app AND version_state.code = version.code
            WHERE version.mini_app = \(.text(id.rawValue)) AND version.code > \(.integer(first))
                AND version.code < \(.integer(last)) AND state = 'rejected'
            ORDER BY version.code DESC LIMIT 1
            """)
        guard let row else { return nil }
        let listing: MiniAppListing = try SearchEntry.value(of: row.text(1))
        return (try row.int(0), listing.version.name, listing.files)
    }

    /// How many other mini apps are compared with one.
    private static let maximumNeighbours = 20_000

    /// The other mini apps of a super app that devices know, with those of the icons that they have, too.
    ///
    /// - Complexity: O(*n*) in the mini apps of the super app, of which 20,000 are read.
    package func neighbours(
        of id: MiniAppID, in superApp: String, withIcons icons: [SHA256Hash]
    ) throws -> [ReviewContext.Neighbour] {
        let others: SQLFragment = """
            mini_app.super_app = \(.text(superApp)) AND mini_app.id <> \(.text(id.rawValue)) AND current_code > 0
            """
        var found: [String: [SHA256Hash]] = [:]
        for icon in Set(icons) {
            let rows = try session.rows(
                """
                SELECT mini_app.id FROM mini_app
                JOIN version ON version.mini_app = mini_app.id AND version.code = current_code
                WHERE \(others) AND version.listing LIKE \(.text("%\"\(icon.hex)\"%")) LIMIT 20
                """)
            for row in rows { found[try row.text(0), default: []].append(icon) }
        }
        return try session.rows(
            """
            SELECT mini_app.id, mini_app.name FROM mini_app WHERE \(others)
            ORDER BY mini_app.id LIMIT \(.integer(Self.maximumNeighbours))
            """
        ).compactMap { row in
            guard let other = MiniAppID(try row.text(0)) else { return nil }
            return ReviewContext.Neighbour(id: other, name: try row.text(1), icons: found[other.rawValue] ?? [])
        }
    }

    /// Returns the findings in a version, or `nil` for one from before there were checks.
    package func check(of version: VersionRecord) throws -> (check: VersionCheck, time: Int)? {
        let row = try session.row(
            """
            SELECT checks, base, findings, checked FROM version_check
            WHERE mini_app = \(.text(version.id.rawValue)) AND code = \(.integer(version.code))
            """)
        guard let row else { return nil }
        let findings: [CheckedFinding] = try SearchEntry.value(of: row.text(2))
        let check = VersionCheck(checks: try row.int(0), base: try row.optionalInt(1), findings: findings)
        return (check, try row.int(3))
    }

    /// The findings of a mini app that reviewers have accepted, by their keys.
    package func acceptedFindings(of id: MiniAppID) throws -> [String: AcceptedFinding] {
        let rows = try session.rows(
            """
            SELECT key, comment, account, code, accepted FROM accepted_finding
            WHERE mini_app = \(.text(id.rawValue)) ORDER BY accepted DESC LIMIT 2000
            """)
        let found = try rows.map { row in
            (
                try row.text(0),
                AcceptedFinding(
                    comment: try row.text(1), account: try row.text(2), code: try row.int(3), time: try row.int(4))
            )
        }
        return Dictionary(found) { first, _ in first }
    }

    private static let commentColumns: SQLFragment =
        "id, code, kind, answers, path, line, line_text, body, author, created, resolved"

    /// A comment about a version or one before it, or nil.
    package func comment(_ id: String, about version: VersionRecord) throws -> ReviewComment? {
        try session.row(
            """
            SELECT \(Self.commentColumns) FROM review_comment
            WHERE id = \(.text(id)) AND mini_app = \(.text(version.id.rawValue)) AND code <= \(.integer(version.code))
            """
        ).map(ReviewComment.init)
    }

    /// The comments about a version with their answers: its own, and those about earlier ones that are not resolved.
    package func comments(of version: VersionRecord) throws -> [ReviewComment] {
        let found = try session.rows(
            """
            SELECT \(Self.commentColumns) FROM review_comment
            WHERE mini_app = \(.text(version.id.rawValue)) AND code <= \(.integer(version.code))
                AND (code = \(.integer(version.code)) OR code > coalesce((
                    SELECT max(released.code) FROM version_state AS released
                    WHERE released.mini_app = \(.text(version.id.rawValue)) AND released.code < \(.integer(version.code))
                        AND released.state IN ('rollingOut', 'held', 'live', 'superseded', 'withdrawn')), 0)
                    OR resolved IS NULL AND (answers IS NULL OR EXISTS (
                    SELECT 1 FROM review_comment AS root WHERE root.id = review_comment.answers AND root.resolved IS NULL)))
            ORDER BY resolved IS NOT NULL, number DESC, id DESC LIMIT \(.integer(ReviewComment.maximumShown))
            """
        ).map(ReviewComment.init)
        // Answers to a comment that is not shown are left out with it.
        var shown = Set(found.filter { $0.answers == nil }.map(\.id))
        var count = 0
        while count < shown.count {
            count = shown.count
            for comment in found where comment.answers.map(shown.contains) ?? false { shown.insert(comment.id) }
        }
        return found.reversed().filter { shown.contains($0.id) }
    }

    /// Whether a requested change is unresolved.
    func hasOpenDemand(_ version: VersionRecord) throws -> Bool {
        try session.exists(
            """
            SELECT 1 FROM review_comment
            WHERE mini_app = \(.text(version.id.rawValue)) AND code <= \(.integer(version.code))
                AND kind = 'mustChange' AND resolved IS NULL
            """)
    }

    /// Returns the digests of the files that a person has viewed, by path.
    package func viewedFiles(of id: MiniAppID, by account: String) throws -> [String: SHA256Hash] {
        let rows = try session.rows(
            """
            SELECT path, sha256 FROM viewed_file
            WHERE account = \(.text(account)) AND mini_app = \(.text(id.rawValue))
            """)
        var found: [String: SHA256Hash] = [:]
        for row in rows { found[try row.text(0)] = SHA256Hash(hex: try row.text(1)) }
        return found
    }
}
