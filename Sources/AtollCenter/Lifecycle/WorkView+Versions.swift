import AtollPackages
import Foundation
import SQLStatements

extension WorkView {
    /// A mini app, or nil.
    func miniApp(_ id: MiniAppID) throws -> MiniAppRecord? {
        try session.row("\(Self.miniApps) WHERE mini_app.id = \(.text(id.rawValue))").map { try miniApp($0, from: 0) }
    }

    /// What permissions about a mini app depend on, whether it has a version yet or not: then it is of the publisher whose
    /// name its id begins with.
    func subject(of id: MiniAppID) throws -> PermissionSubject {
        if let miniApp = try miniApp(id) { return miniApp.subject }
        let publishers = try session.rows("SELECT id, publisher FROM organization WHERE publisher IS NOT NULL")
        let home = try publishers.first { row in try PublisherID(row.text(1)).map(id.belongs) ?? false }
        return PermissionSubject(organization: try home?.text(0), miniApp: id.rawValue)
    }

    /// A version, or nil.
    func version(_ code: Int, of id: MiniAppID) throws -> VersionRecord? {
        try versions(where: "version.mini_app = \(.text(id.rawValue)) AND version.code = \(.integer(code))").first
    }

    /// A version that a caller may do something with.
    ///
    /// - Throws: ``WorkError/unknown(_:)``, ``WorkError/forbidden(_:)``.
    func version(_ code: Int, of id: String, for actions: Action..., by caller: Caller) throws -> VersionRecord {
        guard let id = MiniAppID(id), let version = try version(code, of: id) else {
            throw WorkError.unknown("version")
        }
        for action in actions.dropLast() where try allows(action, of: version.subject, to: caller) { return version }
        if let last = actions.last { try require(last, of: version.subject, by: caller, named: "version") }
        return version
    }

    /// The versions of a mini app, newest first.
    func versions(of id: MiniAppID, before code: Int = .max, limit: Int) throws -> [VersionRecord] {
        try versions(
            where: """
                version.mini_app = \(.text(id.rawValue)) AND version.code < \(.integer(code))
                ORDER BY version.code DESC LIMIT \(.integer(limit))
                """)
    }

    /// The version of a mini app that is in one of these states, of which it has one at most.
    func version(of id: MiniAppID, in states: VersionState...) throws -> VersionRecord? {
        let names = states.map { SQLFragment("\(.text($0.rawValue))") }.joined(separator: ", ")
        return try versions(
            where: "version.mini_app = \(.text(id.rawValue)) AND version_state.state IN (\(names))"
        ).first
    }

    /// The code and the state of that version, without the rest.
    func code(of id: MiniAppID, in states: VersionState...) throws -> (code: Int, state: VersionState)? {
        let names = states.map { SQLFragment("\(.text($0.rawValue))") }.joined(separator: ", ")
        let row = try session.row(
            "SELECT code, state FROM version_state WHERE mini_app = \(.text(id.rawValue)) AND state IN (\(names))")
        guard let row else { return nil }
        guard let state = VersionState(rawValue: try row.text(1)) else {
            throw StoredDataError.badState(try row.text(1))
        }
        return (try row.int(0), state)
    }

    /// Versions that meet a condition.
    func versions(where condition: SQLFragment) throws -> [VersionRecord] {
        try session.rows("\(Self.versions) WHERE \(condition)").map(version)
    }

    /// The highest floor of the later versions that devices have been told of, or nil.
    func announcedFloor(above version: VersionRecord) throws -> Int? {
        try session.rows(
            """
            SELECT statement FROM version
            WHERE mini_app = \(.text(version.id.rawValue)) AND code > \(.integer(version.code)) AND is_finished
                AND epoch = (SELECT epoch FROM version
                    WHERE mini_app = \(.text(version.id.rawValue)) AND code = \(.integer(version.code)))
            """
        ).map { try DecodedTexts.statement($0.text(0)).floor }.max()
    }

    /// Whether devices have been told everything about a mini app.
    func isAnnounced(_ id: MiniAppID) throws -> Bool {
        try !session.exists("SELECT 1 FROM due WHERE mini_app = \(.text(id.rawValue))")
    }

    /// How long the statements about versions are together, in bytes.
    func statementBytes(of codes: [Int], of id: MiniAppID) throws -> Int {
        try codes.reduce(0) { sum, code in
            let row = try session.row(
                """
                SELECT length(statement) FROM version
                WHERE mini_app = \(.text(id.rawValue)) AND code = \(.integer(code))
                """)
            return sum + (try row?.int(0) ?? 0)
        }
    }

    private static let miniAppColumns: SQLFragment = "mini_app.id, mini_app.publisher, mini_app.super_app, quarantine"

    private static let miniApps: SQLFragment = "SELECT \(miniAppColumns) FROM mini_app"

    private static let versions: SQLFragment = """
        SELECT \(miniAppColumns), version.code, version.listing, version.statement, state, version_state.revision,
            uploaded, changed, uploader_kind, uploader, maker, notes, wish, starts, reviewer, permyriad,
            rollout_groups, plan, step, step_time, comment, minimum_host.version, version.bytes_removed IS NULL,
            critical_permissions
        FROM version_state
        JOIN version ON version.mini_app = version_state.mini_app AND version.code = version_state.code
        JOIN mini_app ON mini_app.id = version_state.mini_app
        LEFT JOIN minimum_host ON minimum_host.mini_app = version_state.mini_app
        """

    private func miniApp(_ row: SQLRow, from first: Int) throws -> MiniAppRecord {
        let (id, publisher) = (try row.text(first), try row.text(first + 1))
        guard let id = MiniAppID(id) else { throw StoredDataError.badMiniApp(id) }
        guard let publisher = PublisherID(publisher) else { throw StoredDataError.badPublisher(publisher) }
        let organization = try self.organization(publishing: publisher)?.id
        let superApp = try row.optionalText(first + 2).map { try self.superApp($0) } ?? ownedSuperApp(of: id)
        var needsReview = true
        if let superApp, let organization, let grant = try grant(of: superApp.id, to: organization) {
            needsReview = grant.needsReview
        }
        return MiniAppRecord(
            id: id, publisher: publisher, organization: organization, superApp: superApp,
            quarantine: try row.optionalText(first + 3), needsReview: needsReview)
    }

    /// The owned super app that the last version of a mini app is for: one that was published before anybody owned it is not
    /// bound to it yet.
    private func ownedSuperApp(of id: MiniAppID) throws -> SuperApp? {
        let last = try session.row(
            "SELECT statement FROM version WHERE mini_app = \(.text(id.rawValue)) ORDER BY code DESC LIMIT 1")
        guard let last else { return nil }
        return try DecodedTexts.statement(last.text(0)).superApps.lazy.compactMap { try self.superApp($0) }.first
    }

    private func version(_ row: SQLRow) throws -> VersionRecord {
        let miniApp = try miniApp(row, from: 0)
        let code = try row.int(4)
        let (listing, statement) = (
            try DecodedTexts.listing(row.text(5)), try DecodedTexts.statement(row.text(6))
        )
        guard let state = VersionState(rawValue: try row.text(7)) else {
            throw StoredDataError.badState(try row.text(7))
        }
        let wish = ReleaseWish(name: try row.text(15), time: try row.text(15) == "at" ? try row.optionalInt(16) : nil)
        let approvals = try session.rows(
            """
            SELECT account FROM version_approval
            WHERE mini_app = \(.text(miniApp.id.rawValue)) AND code = \(.integer(code)) ORDER BY time, account
            """)
        let critical = Self.words(try row.text(26))
        return VersionRecord(
            miniApp: miniApp, code: code, name: listing.version, title: listing.name, listingText: try row.text(5),
            floor: statement.floor, minimumPlatform: statement.minimumPlatform, expires: statement.expires,
            state: state,
            revision: try row.int(8), uploaded: try row.int(9), changed: try row.int(10),
            uploaderKind: try row.text(11), uploader: try row.text(12), maker: try row.optionalText(13),
            notes: try row.text(14), wish: wish ?? .manual, starts: try row.optionalInt(16),
            reviewer: try row.optionalText(17), permyriad: try row.int(18),
            groups: try SearchEntry.value(of: row.text(19)), plan: try ReleasePlan(stored: row.text(20)),
            step: try row.int(21), stepTime: try row.optionalInt(22), comment: try row.text(23),
            approvals: try approvals.map { try $0.text(0) }, minimumHost: try row.optionalText(24),
            hasFiles: try row.bool(25), criticalPermissions: critical,
            addedCriticalPermissions: critical.isEmpty
                ? [] : critical.subtracting(try approvedCriticalPermissions(of: miniApp.id, before: code)))
    }

    /// The critical permissions of the last version before this one that people have approved, whatever became of it.
    private func approvedCriticalPermissions(of id: MiniAppID, before code: Int) throws -> Set<String> {
        let row = try session.row(
            """
            SELECT critical_permissions FROM version_state
            WHERE mini_app = \(.text(id.rawValue)) AND code < \(.integer(code))
                AND state NOT IN ('draft', 'submitted', 'inReview', 'rejected')
                AND EXISTS (
                    SELECT 1 FROM version_approval
                    WHERE version_approval.mini_app = version_state.mini_app
                        AND version_approval.code = version_state.code)
            ORDER BY code DESC LIMIT 1
            """)
        return try row.map { Self.words(try $0.text(0)) } ?? []
    }

    private static func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }
}
