import AtollCenterAPI
import AtollPackages
import Foundation
import SQLStatements

extension Transaction {
    /// The maximum number of drafts of a mini app, and of a publisher. A draft takes disk space for 90 days.
    private static let (maximumDrafts, maximumDraftsOfPublisher) = (50, 400)

    /// How large the files of all drafts of a publisher may be, in bytes: a hundred of the largest packages.
    private static let maximumDraftBytes = 2_000_000_000

    /// Adds a version as a draft.
    ///
    /// - Parameters:
    ///   - critical: The critical permissions that its manifest asks for.
    ///   - previous: The digest of the statement that the version's statement follows.
    ///   - superApp: The super app that an organization owns and the version is for, or nil if it is for others.
    ///   - maker: The account of the uploader, also by an API key.
    /// - Throws: ``CenterError``, or ``ActionError/conflict(rule:_:)`` if its mini app belongs to another super app or
    ///   has too many drafts.
    package func addDraft(
        _ version: StoredVersion, asking critical: [String], after previous: SHA256Hash?, for superApp: SuperApp?,
        by maker: String?
    ) throws -> VersionRecord {
        let id = version.listing.id
        let known = try view.miniApp(id)
        if let bound = known?.superApp, bound.id != superApp?.id {
            throw ActionError.conflict(
                rule: "other-super-app",
                "The mini app belongs to the super app \(bound.id), which never changes. Publish it under another id.")
        }
        try checkDrafts(of: id, by: version.publisher, adding: version.listing.files.bytes)
        let voided = try VersionRows(session).add(version, after: previous)
        if let superApp {
            try session.perform(
                """
                UPDATE mini_app SET super_app = \(.text(superApp.id.rawValue))
                WHERE id = \(.text(id.rawValue)) AND super_app IS NULL
                """)
        }
        try session.perform(
            """
            INSERT INTO version_state (
                mini_app, code, state, uploaded, changed, uploader_kind, uploader, maker, critical_permissions)
            VALUES (\(.text(id.rawValue)), \(.integer(version.code)), \(.text(VersionState.draft.rawValue)),
                \(.integer(time)), \(.integer(time)), \(.text(actor.kind.rawValue)), \(.text(actor.id)),
                \(.text(maker)), \(.text(critical.sorted().joined(separator: " "))))
            """)
        guard let draft = try view.version(version.code, of: id) else { throw ActionError.unknown("version") }
        if known == nil {
            try note(
                AuditRecord(
                    .createMiniApp, organization: draft.miniApp.organization, superApp: superApp?.id.rawValue,
                    miniApp: id.rawValue))
        }
        try note(
            AuditRecord(
                .uploadVersion, organization: draft.miniApp.organization, superApp: superApp?.id.rawValue,
                miniApp: id.rawValue, code: version.code, after: VersionState.draft.rawValue))
        try note(voided, by: draft)
        return draft
    }

    private func checkDrafts(of id: MiniAppID, by publisher: PublisherID, adding bytes: Int) throws {
        func count(_ condition: SQLFragment) throws -> Int {
            let row = try session.row(
                """
                SELECT count(*) FROM version_state JOIN mini_app ON mini_app.id = version_state.mini_app
                WHERE state = \(.text(VersionState.draft.rawValue)) AND \(condition)
                """)
            return try row?.int(0) ?? 0
        }
        guard try count("mini_app.id = \(.text(id.rawValue))") < Self.maximumDrafts else {
            throw ActionError.conflict(
                rule: "too-many-drafts",
                "The mini app has \(Self.maximumDrafts) drafts. Discard the drafts that you no longer need.")
        }
        guard try count("mini_app.publisher = \(.text(publisher.rawValue))") < Self.maximumDraftsOfPublisher else {
            throw ActionError.conflict(
                rule: "too-many-drafts",
                "The mini apps of \(publisher) have \(Self.maximumDraftsOfPublisher) drafts. Discard the drafts that you no longer need."
            )
        }
        let drafts = try session.rows(
            """
            SELECT version.listing FROM version_state
            JOIN mini_app ON mini_app.id = version_state.mini_app
            JOIN version ON version.mini_app = version_state.mini_app AND version.code = version_state.code
            WHERE state = \(.text(VersionState.draft.rawValue)) AND mini_app.publisher = \(.text(publisher.rawValue))
            """)
        let stored = try drafts.reduce(bytes) { sum, row in
            struct Sizes: Decodable {
                struct Files: Decodable { let bytes: Int }
                let files: Files
            }
            return sum + (try JSONDecoder().decode(Sizes.self, from: Data(try row.text(0).utf8))).files.bytes
        }
        guard stored <= Self.maximumDraftBytes else {
            throw ActionError.conflict(
                rule: "too-many-drafts",
                "With this version, the drafts of \(publisher) would have more than \(Self.maximumDraftBytes / 1_000_000_000) GB. Discard the drafts that you no longer need."
            )
        }
    }

    /// Records that versions of earlier epochs made room for a later one, and which devices go back to.
    private func note(_ voided: VersionRows.Voided, by draft: VersionRecord) throws {
        let (organization, superApp) = (draft.miniApp.organization, draft.miniApp.superApp?.id.rawValue)
        for version in voided.versions {
            try note(
                AuditRecord(
                    .discardVersion, organization: organization, superApp: superApp, miniApp: draft.id.rawValue,
                    code: version.code, before: version.state, after: "voided",
                    comment: "Version \(draft.code) of a later epoch of the floors was uploaded."))
        }
        if let live = voided.live {
            try note(
                AuditRecord(
                    .goBack, organization: organization, superApp: superApp, miniApp: draft.id.rawValue, code: live,
                    before: VersionState.superseded.rawValue, after: VersionState.live.rawValue),
                by: .system)
        }
        if !voided.versions.isEmpty { try VersionRows(session).makeDue(draft.id) }
    }

    /// Submits a version for review; in a super app that requires no review, it is approved immediately.
    ///
    /// - Parameters:
    ///   - notes: What is new.
    ///   - revision: The revision that the caller has seen, or nil for any.
    package func submit(
        _ code: Int, of id: String, notes: String, wish: ReleaseWish, revision: Int?, by caller: Caller
    ) throws -> VersionRecord {
        let version = try view.version(code, of: id, for: .uploadVersions, by: caller)
        try check(.submit, of: version, revision: revision)
        try checkFindings(of: version)
        // They are seen before the approval, so an uploader from a build need not wait, unless the super app has no
        // reviews.
        let policy = version.miniApp.policy
        try checkRendering(of: version, isNeeded: policy.needsBrowserChecks && policy.approvals == 0)
        return try submit(version, notes: notes, wish: wish)
    }

    /// Submits a version for a caller who may do it.
    package func submit(_ version: VersionRecord, notes: String, wish: ReleaseWish) throws -> VersionRecord {
        let policy = version.miniApp.policy
        let notes = try text(notes, as: "notes", atLeast: policy.approvals > 0 ? 1 : 0)
        if let fault = publishingFault(of: version) { throw fault }
        try checkWish(wish, of: version)
        try checkHosts(of: version)
        try discardWhatIsOutrun(by: version)
        let submitted = try move(version, to: .submitted, as: .submitVersion) { version in
            version.notes = notes
            version.wish = wish
            version.starts = wish.time
        }
        return policy.approvals == 0 ? try approve(submitted) : submitted
    }

    /// Takes a version back from the reviewers.
    package func recall(_ code: Int, of id: String, revision: Int?, by caller: Caller) throws -> VersionRecord {
        let version = try view.version(code, of: id, for: .uploadVersions, by: caller)
        try check(.recall, of: version, revision: revision)
        return try move(version, to: .draft, as: .recallVersion)
    }

    /// Gives a version up that was not released.
    package func discard(
        _ code: Int, of id: String, comment: String?, revision: Int?, by caller: Caller
    ) throws -> VersionRecord {
        let version = try view.version(code, of: id, for: .uploadVersions, .release, by: caller)
        // An administrator of the super app can't withdraw what was not approved.
        if version.state == .draft || version.state == .submitted {
            try view.require(.uploadVersions, of: version.subject, by: caller, named: "version")
        }
        try check(.discard, of: version, revision: revision)
        return try move(
            version, to: .discarded, as: .discardVersion, comment: comment.map { try text($0, as: "comment") })
    }

    func checkWish(_ wish: ReleaseWish, of version: VersionRecord) throws {
        guard version.expires > now else {
            throw refusal("expired", "The publisher's statement about this version has expired.", of: version)
        }
        if let start = wish.time {
            guard start > time, start < version.expires.secondsSince1970 else {
                throw ActionError.invalid("at", "must be in the future, before the publisher's statement expires")
            }
        }
    }

    /// Checks that a super app has a version in which this one runs.
    private func checkHosts(of version: VersionRecord) throws {
        guard let superApp = version.miniApp.superApp else { return }
        let fits = try view.hostVersions(of: superApp.id).contains { host in
            host.isEnabled && host.fits(apiLevel: version.minimumPlatform, minimumHost: version.minimumHost)
        }
        guard fits else {
            throw refusal(
                "no-compatible-host",
                "No version of \(superApp.id) is enabled that offers platform \(version.minimumPlatform)"
                    + (version.minimumHost.map { " and is at least \($0)." } ?? ".")
                    + " Add or enable one with: atoll superapp version add \(superApp.id) web 1.0, or version enable.",
                of: version)
        }
    }

    /// Discards an earlier version that waits for a reviewer, and refuses one that a later version has outrun.
    private func discardWhatIsOutrun(by version: VersionRecord) throws {
        let later = try view.versions(
            where: """
                version.mini_app = \(.text(version.id.rawValue)) AND version.code > \(.integer(version.code))
                AND version_state.state IN ('submitted', 'inReview', 'approved', 'scheduled', 'rollingOut', 'held', 'live')
                ORDER BY version.code DESC LIMIT 1
                """
        ).first
        if let later {
            throw refusal(
                "outrun", "Version \(later.code) of this mini app is \(later.state.rawValue) already.", of: version)
        }
        guard let earlier = try view.version(of: version.id, in: .submitted, .inReview) else { return }
        guard earlier.state == .submitted else {
            throw refusal(
                "in-review", "Version \(earlier.code) of this mini app is being reviewed: wait for the decision.",
                of: version)
        }
        try move(
            earlier, to: .discarded, as: .discardVersion, by: .system,
            comment: "Version \(version.code) was submitted.")
    }
}
