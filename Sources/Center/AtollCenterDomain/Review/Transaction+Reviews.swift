import AtollCenterAPI
import AtollPackages
import AtollReview
import Foundation
import SQLStatements

extension Transaction {
    /// Stores what was found in a version.
    package func save(_ check: VersionCheck, of id: MiniAppID, code: Int) throws {
        try session.perform(
            """
            INSERT INTO version_check (mini_app, code, checks, base, findings, blocking, warnings, checked)
            VALUES (\(.text(id.rawValue)), \(.integer(code)), \(.integer(check.checks)), \(.integer(check.base)),
                \(.text(try SearchEntry.text(of: check.findings))), \(.integer(check.count(.block))),
                \(.integer(check.count(.warn))), \(.integer(time)))
            ON CONFLICT (mini_app, code) DO UPDATE SET checks = excluded.checks, base = excluded.base,
                findings = excluded.findings, blocking = excluded.blocking, warnings = excluded.warnings,
                checked = excluded.checked
            """)
    }

    /// Stores the findings of a repeated check.
    package func saveAgain(_ check: VersionCheck, of version: VersionRecord) throws {
        try save(check, of: version.id, code: version.code)
        try note(
            record(.checkVersion, version, comment: "\(check.count(.block)) blocking, \(check.count(.warn)) warnings"))
    }

    /// - Throws: ``ActionError/refused(rule:_:state:allowed:)`` if a finding prevents a version from being submitted.
    func checkFindings(of version: VersionRecord) throws {
        guard let found = try view.check(of: version) else {
            throw refusal(
                "checks", "The version was uploaded before there were checks: have it checked first (POST …/checks).",
                of: version)
        }
        let blocking = found.check.findings.filter { $0.finding.severity == .block }.map(\.finding)
        guard let first = blocking.first else { return }
        let place = first.path.map { path in first.line.map { "\(path):\($0)" } ?? path } ?? "the package"
        let others = blocking.count == 1 ? "" : " and \(blocking.count - 1) more"
        throw refusal(
            "checks", "The checks refuse it: \(first.code) in \(place)\(others). \(first.text) \(first.advice)",
            of: version)
    }

    /// Accepts a finding, so that it is folded in this version and the next ones, as long as nothing changes there.
    package func acceptFinding(_ key: String, of code: Int, of id: String, comment: String, by caller: Caller) throws {
        let version = try view.version(code, of: id, for: .review, by: caller)
        let all = try (view.check(of: version)?.check.findings ?? []) + (view.rendering(of: version)?.findings ?? [])
        guard let found = all.first(where: { $0.key == key }) else {
            throw ActionError.unknown("finding")
        }
        guard found.finding.severity != .block else {
            throw ActionError.conflict(rule: "blocks", "A finding that blocks is mended, not accepted.")
        }
        // The counted findings themselves were not shown.
        guard !found.finding.isCount else {
            throw ActionError.conflict(rule: "count", "Accept those that are shown; the others are shown then.")
        }
        let words = try text(comment, as: "comment", atLeast: 1)
        try session.perform(
            """
            INSERT INTO accepted_finding (mini_app, key, comment, account, code, accepted)
            VALUES (\(.text(version.id.rawValue)), \(.text(key)), \(.text(words)), \(.text(caller.responsible)),
                \(.integer(code)), \(.integer(time)))
            ON CONFLICT (mini_app, key) DO UPDATE SET comment = excluded.comment, account = excluded.account,
                code = excluded.code, accepted = excluded.accepted
            """)
        try note(record(.acceptFinding, version, subject: "\(found.finding.code) \(key)", comment: words))
    }

    /// Adds a comment: of a reviewer, or of the author.
    ///
    /// - Returns: The comment as it is stored.
    package func comment(
        on code: Int, of id: String, _ comment: NewComment, id commentID: String, by caller: Caller
    ) throws -> ReviewComment {
        let version = try view.version(code, of: id, for: .discussReview, by: caller)
        let isReviewer = try view.allows(.review, of: version.subject, to: caller)
        guard isReviewer || comment.kind != .mustChange else { throw ActionError.forbidden(.review) }
        // A requested change is resolved at its own comment.
        guard comment.answers == nil || comment.kind == .note else {
            throw ActionError.invalid("kind", "must be \"note\" for an answer")
        }
        let body = try text(comment.body, as: "body", atLeast: 1)
        let known = try view.comments(of: version)
        let author = caller.responsible
        let own = known.count { $0.code == code && $0.author == author }
        // An author's comments are limited, so that they leave room for others.
        guard own < ReviewComment.maximumOfAuthor else {
            throw ActionError.conflict(
                rule: "too-many-comments",
                "Everybody has at most \(ReviewComment.maximumOfAuthor) comments about a version.")
        }
        if let answered = comment.answers, !known.contains(where: { $0.id == answered }) {
            throw ActionError.unknown("comment")
        }
        try session.perform(
            """
            INSERT INTO review_comment
                (id, mini_app, code, kind, answers, path, line, line_text, body, author, created, number)
            VALUES (\(.text(commentID)), \(.text(version.id.rawValue)), \(.integer(code)),
                \(.text(comment.kind.rawValue)), \(.text(comment.answers)), \(.text(comment.path)),
                \(.integer(comment.line)), \(.text(comment.lineText)), \(.text(body)), \(.text(caller.responsible)),
                \(.integer(time)), (SELECT coalesce(max(number), 0) + 1 FROM review_comment
                    WHERE mini_app = \(.text(version.id.rawValue))))
            """)
        try note(record(.comment, version, subject: commentID, after: comment.kind.rawValue))
        guard let made = try view.comment(commentID, about: version) else { throw ActionError.unknown("comment") }
        return made
    }

    /// Resolves a comment, or opens it again: only its author may.
    package func resolve(
        _ commentID: String, of code: Int, of id: String, isResolved: Bool, by caller: Caller
    ) throws -> ReviewComment {
        let version = try view.version(code, of: id, for: .discussReview, by: caller)
        guard let comment = try view.comment(commentID, about: version) else { throw ActionError.unknown("comment") }
        // Another reviewer may close the comments of one who may no longer review them.
        let isOwn = comment.author == caller.responsible
        let mayAuthor = PermissionMatrix.allows(.review, of: version.subject, to: try view.person(comment.author))
        let isOrphan =
            try comment.kind == .mustChange && !mayAuthor && comment.author != version.maker
            && view.allows(.review, of: version.subject, to: caller)
        guard isOwn || isOrphan else { throw ActionError.forbidden(.answerReview) }
        try session.perform(
            """
            UPDATE review_comment SET resolved = \(.integer(isResolved ? time : nil)) WHERE id = \(.text(commentID))
            """)
        try note(record(.resolveComment, version, subject: commentID, after: isResolved ? "resolved" : "open"))
        guard let changed = try view.comment(commentID, about: version) else { throw ActionError.unknown("comment") }
        return changed
    }

    /// Remembers that a person has viewed a file, or has not.
    package func setViewed(_ path: String, _ digest: SHA256Hash?, of version: VersionRecord, by account: String) throws
    {
        try session.perform(
            """
            DELETE FROM viewed_file WHERE account = \(.text(account)) AND mini_app = \(.text(version.id.rawValue))
                AND path = \(.text(path))
            """)
        guard let digest else { return }
        try session.perform(
            """
            INSERT INTO viewed_file (account, mini_app, path, sha256)
            VALUES (\(.text(account)), \(.text(version.id.rawValue)), \(.text(path)), \(.text(digest.hex)))
            """)
    }

    private func record(
        _ action: AuditAction, _ version: VersionRecord, subject: String? = nil, after: String? = nil,
        comment: String? = nil
    ) -> AuditRecord {
        AuditRecord(
            action, organization: version.miniApp.organization, superApp: version.miniApp.superApp?.id.rawValue,
            miniApp: version.id.rawValue, code: version.code, subject: subject, after: after, comment: comment)
    }
}
