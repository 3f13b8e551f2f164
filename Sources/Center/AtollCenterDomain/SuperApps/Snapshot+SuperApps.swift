import AtollCenterAPI
import AtollPackages
import Foundation
import SQLStatements

extension Snapshot {
    /// A super app, or nil if no organization owns one with this id.
    package func superApp(_ id: String) throws -> SuperApp? {
        try session.row("\(Self.superApps) WHERE id = \(.text(id))").map(Self.superApp)
    }

    /// Super apps in the order of their ids, after one of them.
    package func superApps(after id: String, limit: Int) throws -> [SuperApp] {
        try session.rows(
            "\(Self.superApps) WHERE id > \(.text(id)) ORDER BY id LIMIT \(.integer(limit))"
        ).map(Self.superApp)
    }

    /// The super apps of an organization.
    package func superApps(of organization: String) throws -> [SuperApp] {
        try session.rows("\(Self.superApps) WHERE organization = \(.text(organization)) ORDER BY id")
            .map(Self.superApp)
    }

    /// Returns the super apps that have their own issuer.
    package func superAppsWithIssuer() throws -> [SuperApp] {
        try session.rows("\(Self.superApps) WHERE issuer IS NOT NULL ORDER BY id").map(Self.superApp)
    }

    /// A super app that a caller may do something with.
    ///
    /// - Throws: ``ActionError/unknown(_:)``, ``ActionError/forbidden(_:)``.
    package func superApp(_ id: String, for action: Action, by caller: Caller) throws -> SuperApp {
        let found = try superApp(id)
        if let found, try allows(action, of: found.subject, to: caller) { return found }
        // A caller who may see none does not learn their ids.
        guard try allows(.readSuperApps, of: .center, to: caller) else { throw ActionError.forbidden(action) }
        guard let found else { throw ActionError.unknown("super app") }
        try require(action, of: found.subject, by: caller, named: "super app")
        return found
    }

    /// The versions of a super app, by platform, the newest first.
    package func hostVersions(of superApp: MiniAppID) throws -> [HostVersion] {
        try session.rows(
            """
            SELECT platform, version, api_level, is_enabled, created FROM host_version
            WHERE super_app = \(.text(superApp.rawValue))
            """
        ).compactMap(Self.hostVersion).sorted { one, other in
            if one.platform != other.platform { return one.platform.rawValue < other.platform.rawValue }
            return one.version != other.version && one.isAtLeast(other.version)
        }
    }

    package func hostVersion(_ version: String, on platform: HostPlatform, of superApp: MiniAppID) throws
        -> HostVersion?
    {
        try session.row(
            """
            SELECT platform, version, api_level, is_enabled, created FROM host_version
            WHERE super_app = \(.text(superApp.rawValue)) AND platform = \(.text(platform.rawValue))
                AND version = \(.text(version))
            """
        ).flatMap(Self.hostVersion)
    }

    /// Who may publish in a super app, and who asks to, in the order of their organizations' ids.
    package func grants(of superApp: MiniAppID, after organization: String = "", limit: Int) throws -> [Grant] {
        try session.rows(
            """
            \(Self.grants) WHERE super_app = \(.text(superApp.rawValue)) AND organization > \(.text(organization))
            ORDER BY organization LIMIT \(.integer(limit))
            """
        ).compactMap(Self.grant)
    }

    package func grant(of superApp: MiniAppID, to organization: String) throws -> Grant? {
        try session.row(
            """
            \(Self.grants) WHERE super_app = \(.text(superApp.rawValue)) AND organization = \(.text(organization))
            """
        ).flatMap(Self.grant)
    }

    /// The publishers of the mini apps that devices open in a super app, in the order of their ids.
    package func publishers(in superApp: MiniAppID) throws -> [PublisherID] {
        var found = try waitingPublishers(in: superApp)
        if let audiences = try audiences(of: superApp) {
            found += try session.rows(
                """
                SELECT DISTINCT mini_app.publisher FROM entry JOIN mini_app ON mini_app.id = entry.id
                WHERE entry.audience IN (\(audiences))
                """
            ).map { try $0.text(0) }
        }
        return Set(found).sorted().compactMap { PublisherID($0) }
    }

    /// The numbers of the audiences of a super app, separated by commas; nil if it has none.
    package func audiences(of superApp: MiniAppID) throws -> SQLFragment? {
        let numbers = try session.rows("SELECT id, rule FROM audience").filter { row in
            try Audience(rule: row.text(1)).superApps.contains(superApp.rawValue)
        }.map { SQLFragment("\(.integer(try $0.int(0)))") }
        return numbers.isEmpty ? nil : numbers.joined(separator: ", ")
    }

    /// The publishers of versions that wait to be announced.
    private func waitingPublishers(in superApp: MiniAppID) throws -> [String] {
        let waiting = try session.rows(
            """
            SELECT mini_app.publisher, version.statement FROM version JOIN mini_app ON mini_app.id = version.mini_app
            WHERE NOT version.is_finished
            """)
        return try waiting.filter { row in
            let signed = try SignedStatement(parsing: Data(try row.text(1).utf8))
            return try ReleaseStatement(parsing: signed.bytes).superApps.contains(superApp.rawValue)
        }.map { try $0.text(0) }
    }

    private static let superApps: SQLFragment =
        "SELECT \(superAppColumns(in: "owned_super_app")) FROM owned_super_app"

    /// The columns of a super app: 12.
    static func superAppColumns(in table: SQLFragment) -> SQLFragment {
        let names: [SQLFragment] = [
            "id", "organization", "name", "is_disabled", "approvals", "publisher_releases", "self_review",
            "needs_browser_checks", "issuer", "key_set", "created", "revision",
        ]
        return names.map { "\(table).\($0)" }.joined(separator: ", ")
    }

    private static let grants: SQLFragment =
        "SELECT super_app, organization, state, comment, changed, needs_review FROM publishing_grant"

    private static func superApp(_ row: SQLRow) throws -> SuperApp { try superApp(row, from: 0) }

    /// The super app in the columns of ``superAppColumns(in:)``, the first of which is this one.
    package static func superApp(_ row: SQLRow, from first: Int) throws -> SuperApp {
        guard let id = MiniAppID(try row.text(first)) else { throw StoredDataError.badSuperApp(try row.text(first)) }
        return SuperApp(
            id: id, organization: try row.text(first + 1), name: try row.text(first + 2),
            isDisabled: try row.bool(first + 3),
            policy: ReviewPolicy(
                approvals: try row.int(first + 4), publisherReleases: try row.bool(first + 5),
                selfReview: try row.bool(first + 6), needsBrowserChecks: try row.bool(first + 7)),
            signIn: try signIn(row.optionalText(first + 8), row.optionalText(first + 9), of: id),
            created: try row.int(first + 10), revision: try row.int(first + 11))
    }

    private static func signIn(_ issuer: String?, _ keySet: String?, of id: MiniAppID) throws -> SignInSource? {
        guard let issuer, let keySet else { return nil }
        guard let address = URL(string: keySet) else { throw StoredDataError.badSuperApp(id.rawValue) }
        return SignInSource(issuer: issuer, keySet: address)
    }

    /// Nil for a platform that only a newer program knows.
    private static func hostVersion(_ row: SQLRow) throws -> HostVersion? {
        guard let platform = HostPlatform(rawValue: try row.text(0)) else { return nil }
        return HostVersion(
            platform: platform, version: try row.text(1), apiLevel: try row.int(2), isEnabled: try row.bool(3),
            created: try row.int(4))
    }

    private static func grant(_ row: SQLRow) throws -> Grant? {
        guard let id = MiniAppID(try row.text(0)), let state = Grant.State(rawValue: try row.text(2)) else {
            return nil
        }
        return Grant(
            superApp: id, organization: try row.text(1), state: state, comment: try row.text(3),
            changed: try row.int(4), needsReview: try row.bool(5))
    }
}
