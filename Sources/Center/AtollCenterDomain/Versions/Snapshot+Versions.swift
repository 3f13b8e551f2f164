import AtollCenterAPI
import AtollPackages
import Foundation
import SQLStatements

extension Snapshot {
    /// A mini app, or nil.
    package func miniApp(_ id: MiniAppID) throws -> MiniAppRecord? {
        try session.row("\(Self.miniApps) WHERE mini_app.id = \(.text(id.rawValue))").map(miniApp)
    }

    /// Returns the subject of permissions about a mini app, with or without a version: without one, it is of the
    /// publisher whose name its id begins with.
    package func subject(of id: MiniAppID) throws -> PermissionSubject {
        if let miniApp = try miniApp(id) { return miniApp.subject }
        let publishers = try session.rows("SELECT id, publisher FROM organization WHERE publisher IS NOT NULL")
        // The longest: Centers of earlier versions may have ids that begin with another.
        let home = try publishers.filter { row in try PublisherID(row.text(1)).map(id.belongs) ?? false }
            .max { try $0.text(1).utf8.count < $1.text(1).utf8.count }
        return PermissionSubject(organization: try home?.text(0), miniApp: id.rawValue)
    }

    /// A version, or nil.
    package func version(_ code: Int, of id: MiniAppID) throws -> VersionRecord? {
        try versions(where: "version.mini_app = \(.text(id.rawValue)) AND version.code = \(.integer(code))").first
    }

    /// Returns a version that users may have: the Center's answers to devices don't reveal versions in progress.
    ///
    /// - Throws: ``ActionError/invalid(_:_:)``.
    package func knownVersion(_ code: Int, of id: MiniAppID) throws -> VersionRecord {
        let states: [VersionState] = [.rollingOut, .held, .live, .superseded, .withdrawn]
        guard let version = try version(code, of: id), states.contains(version.state) else {
            throw ActionError.invalid("code", "must be the code of a version that was released")
        }
        return version
    }

    /// A version that a caller may do something with.
    ///
    /// - Throws: ``ActionError/unknown(_:)``, ``ActionError/forbidden(_:)``.
    package func version(_ code: Int, of id: String, for actions: Action..., by caller: Caller) throws -> VersionRecord
    {
        guard let id = MiniAppID(id), let version = try version(code, of: id) else {
            throw ActionError.unknown("version")
        }
        for action in actions.dropLast() where try allows(action, of: version.subject, to: caller) { return version }
        if let last = actions.last { try require(last, of: version.subject, by: caller, named: "version") }
        return version
    }

    /// The versions of a mini app, newest first.
    package func versions(of id: MiniAppID, before code: Int = .max, limit: Int) throws -> [VersionRecord] {
        try versions(
            where: """
                version.mini_app = \(.text(id.rawValue)) AND version.code < \(.integer(code))
                ORDER BY version.code DESC LIMIT \(.integer(limit))
                """)
    }

    /// The version of a mini app that is in one of these states, of which it has one at most.
    package func version(of id: MiniAppID, in states: VersionState...) throws -> VersionRecord? {
        let names = states.map { SQLFragment("\(.text($0.rawValue))") }.joined(separator: ", ")
        return try versions(
            where: "version.mini_app = \(.text(id.rawValue)) AND version_state.state IN (\(names))"
        ).first
    }

    /// The code and the state of that version, without the rest.
    package func code(of id: MiniAppID, in states: VersionState...) throws -> (code: Int, state: VersionState)? {
        try codes(of: id, in: states).first
    }

    /// The codes and states of the versions of a mini app that are in one of these states.
    package func codes(of id: MiniAppID, in states: [VersionState]) throws -> [(code: Int, state: VersionState)] {
        let names = states.map { SQLFragment("\(.text($0.rawValue))") }.joined(separator: ", ")
        return try session.rows(
            "SELECT code, state FROM version_state WHERE mini_app = \(.text(id.rawValue)) AND state IN (\(names))"
        ).map { row in
            guard let state = VersionState(rawValue: try row.text(1)) else {
                throw StoredDataError.badState(try row.text(1))
            }
            return (try row.int(0), state)
        }
    }

    /// Versions that meet a condition.
    package func versions(where condition: SQLFragment) throws -> [VersionRecord] {
        try session.rows("\(versions) WHERE \(condition)").map(version)
    }

    /// Returns the highest floor of the announced later versions, or `nil`.
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

    /// Whether all changes of a mini app were announced to devices.
    package func isAnnounced(_ id: MiniAppID) throws -> Bool {
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

    /// The first columns of a row about a mini app: 21 columns.
    private static let miniAppColumns: SQLFragment = """
        mini_app.id, mini_app.publisher, mini_app.super_app, quarantine, publisher.id, owner.is_closed,
        publishing_grant.state, publishing_grant.needs_review, publisher.is_closed,
        \(superAppColumns(in: "owned_super_app"))
        """

    /// One statement reads all that is known of a mini app: a change of its state costs little more than what it
    /// writes.
    private static let miniAppTables: SQLFragment = """
        LEFT JOIN organization AS publisher ON publisher.publisher = mini_app.publisher
        LEFT JOIN owned_super_app ON owned_super_app.id = mini_app.super_app
        LEFT JOIN organization AS owner ON owner.id = owned_super_app.organization
        LEFT JOIN publishing_grant
            ON publishing_grant.super_app = owned_super_app.id AND publishing_grant.organization = publisher.id
        """

    private static let miniApps: SQLFragment = "SELECT \(miniAppColumns) FROM mini_app \(miniAppTables)"

    private var versions: SQLFragment {
        // The ids of accounts have no spaces.
        let approvals: SQLFragment = """
            SELECT account FROM version_approval
            WHERE version_approval.mini_app = version_state.mini_app AND version_approval.code = version_state.code
            ORDER BY time, account
            """
        let all: SQLFragment =
            switch session.dialect {
            case .sqlite: "group_concat(account, ' ')"
            case .postgres: "string_agg(account, ' ')"
            }
        return """
            SELECT \(Self.miniAppColumns), version.code, version.listing, version.statement, version_state.state,
                version_state.revision, uploaded, version_state.changed, uploader_kind, uploader, maker, notes, wish, starts, reviewer,
                permyriad, rollout_groups, plan, step, step_time, version_state.comment, minimum_host.version,
                version.bytes_removed IS NULL, critical_permissions,
                (SELECT \(all) FROM (\(approvals)) AS approvals)
            FROM version_state
            JOIN version ON version.mini_app = version_state.mini_app AND version.code = version_state.code
            JOIN mini_app ON mini_app.id = version_state.mini_app \(Self.miniAppTables)
            LEFT JOIN minimum_host ON minimum_host.mini_app = version_state.mini_app
            """
    }

    private func miniApp(_ row: SQLRow) throws -> MiniAppRecord {
        let (id, publisher) = (try row.text(0), try row.text(1))
        guard let id = MiniAppID(id) else { throw StoredDataError.badMiniApp(id) }
        guard let publisher = PublisherID(publisher) else { throw StoredDataError.badPublisher(publisher) }
        let organization = try row.optionalText(4)
        let superApp = try row.isNull(2) ? ownedSuperApp(of: id) : Self.superApp(row, from: 9)
        let publishing = try superApp.map { try self.publishing(in: $0, by: organization, row) }
        return MiniAppRecord(
            id: id, publisher: publisher, organization: organization, superApp: superApp,
            publishing: publishing?.permission ?? .permitted, quarantine: try row.optionalText(3),
            needsReview: publishing?.needsReview ?? true)
    }

    /// Whether the publisher of the mini app in a row publishes in its super app, and whether that reviews its
    /// versions.
    private func publishing(
        in superApp: SuperApp, by organization: String?, _ row: SQLRow
    ) throws -> (permission: PublishingPermission, needsReview: Bool) {
        if row.isNull(2) {
            let grant = try organization.flatMap { try self.grant(of: superApp.id, to: $0) }
            return (try publishing(in: superApp, by: organization), grant?.needsReview ?? true)
        }
        let permission = PublishingPermission(
            of: try row.optionalInt(8) == 0 ? organization : nil, in: superApp,
            ownerIsClosed: try row.optionalInt(5) != 0,
            isGranted: try row.optionalText(6) == Grant.State.given.rawValue)
        return (permission, try row.optionalInt(7) != 0)
    }

    /// The owned super app that the last version of a mini app is for: one that was published before anybody owned it
    /// is not bound to it yet.
    private func ownedSuperApp(of id: MiniAppID) throws -> SuperApp? {
        let last = try session.row(
            "SELECT statement FROM version WHERE mini_app = \(.text(id.rawValue)) ORDER BY code DESC LIMIT 1")
        guard let last else { return nil }
        return try DecodedTexts.statement(last.text(0)).superApps.lazy.compactMap { try self.superApp($0) }.first
    }

    private func version(_ row: SQLRow) throws -> VersionRecord {
        let miniApp = try miniApp(row)
        let first = 21
        let code = try row.int(first)
        let (listing, statement) = (
            try DecodedTexts.listing(row.text(first + 1)), try DecodedTexts.statement(row.text(first + 2))
        )
        guard let state = VersionState(rawValue: try row.text(first + 3)) else {
            throw StoredDataError.badState(try row.text(first + 3))
        }
        let wish = ReleaseWish(
            name: try row.text(first + 11),
            time: try row.text(first + 11) == "at" ? try row.optionalInt(first + 12) : nil)
        let critical = Self.words(try row.text(first + 22))
        return VersionRecord(
            miniApp: miniApp, code: code, name: listing.version, title: listing.name,
            listingText: try row.text(first + 1), floor: statement.floor, minimumPlatform: statement.minimumPlatform,
            expires: statement.expires, state: state, revision: try row.int(first + 4),
            uploaded: try row.int(first + 5), changed: try row.int(first + 6), uploaderKind: try row.text(first + 7),
            uploader: try row.text(first + 8), maker: try row.optionalText(first + 9),
            notes: try row.text(first + 10), wish: wish ?? .manual, starts: try row.optionalInt(first + 12),
            reviewer: try row.optionalText(first + 13), permyriad: try row.int(first + 14),
            groups: try Self.groups(row.text(first + 15)), plan: try ReleasePlan(stored: row.text(first + 16)),
            step: try row.int(first + 17), stepTime: try row.optionalInt(first + 18),
            comment: try row.text(first + 19),
            approvals: (try row.optionalText(first + 23) ?? "").split(separator: " ").map(String.init),
            minimumHost: try row.optionalText(first + 20), hasFiles: try row.bool(first + 21),
            criticalPermissions: critical,
            addedCriticalPermissions: critical.isEmpty
                ? [] : critical.subtracting(try approvedCriticalPermissions(of: miniApp.id, before: code)))
    }

    /// Returns the critical permissions of the last version before this one that people have approved, in any later
    /// state.
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

    /// The groups of a release, as a database stores them. Most have none.
    private static func groups(_ text: String) throws -> [String] {
        text == "[]" ? [] : try SearchEntry.value(of: text)
    }

    private static func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }
}
