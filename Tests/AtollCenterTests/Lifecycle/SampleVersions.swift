import AtollCenterAPI
import AtollPackages
import AtollTestSupport
import Foundation
import SignedJSON

@testable import AtollCenter
@testable import AtollCenterDomain

extension Transaction {
    private static let key = PrivateKey()

    /// Adds a draft with a statement that its publisher may have signed.
    func sampleDraft(
        _ code: Int, of id: String, for superApp: String? = nil, by maker: String? = nil, platform: Int = 1,
        floor: Int = 0, lifetime: TimeInterval = 365 * 86_400, critical: [String] = [], bytes: Int? = nil
    ) throws -> VersionRecord {
        let package = try MiniAppPackage(archive: SampleMiniApp(id: id, code: code).archive)
        let previous = try VersionRows(session).lastStatement(of: package.manifest.id)
        let list = package.fileList
        let made = FileListReference(to: list, encoded: list.encoded())
        let files = FileListReference(
            sha256: made.sha256, length: made.length, count: made.count, bytes: bytes ?? made.bytes)
        let publisher = PublisherID(id.split(separator: ".").dropLast().joined(separator: "."))!
        let statement = ReleaseStatement(
            repository: SHA256Hash(of: Data()), superApps: [superApp ?? TestTrust.superApp], publisher: publisher,
            app: package.manifest.id, version: package.manifest.version, floor: floor, minimumPlatform: platform,
            manifest: files.sha256, files: files, previous: previous, created: now,
            expires: now.addingTimeInterval(lifetime))
        let version = StoredVersion(
            listing: MiniAppListing(manifest: package.manifest, icon: nil, files: files, published: now),
            publisher: publisher, statement: try SignedStatement(statement, signedBy: [Self.key.signer]))
        let draft = try addDraft(
            version, asking: critical, after: previous, for: superApp.flatMap { try view.superApp($0) }, by: maker)
        try save(VersionCheck(), of: draft.id, code: code)
        return draft
    }
}

extension PeopleBench {
    static let app = "com.other.kudos"
    static let superApp = "com.acme.lagoon"

    /// People of two organizations: `acme` owns a super app, whose reviewers are Rita and Rob and which Ada runs; Dev
    /// develops for `other`, which publishes in it, and Ora administers that.
    func people(policy: ReviewPolicy = ReviewPolicy()) async throws {
        try await organization("acme", publisher: "com.acme")
        try await organization("other", publisher: "com.other")
        for (name, home, role) in [
            ("ada", "acme", Role.superAppAdministrator), ("rita", "acme", .reviewer), ("rob", "acme", .reviewer),
            ("aud", "acme", .auditor), ("dev", "other", .developer), ("ora", "other", .organizationAdministrator),
        ] {
            _ = try await member(name, of: home, as: AssignedRole(role))
        }
        try await store.change(by: .operator) { change in
            _ = try change.createSuperApp(
                MiniAppID(Self.superApp)!, name: "Lagoon", organization: "acme", by: .operator)
            _ = try change.setPolicy(policy, of: Self.superApp, revision: nil, by: .operator)
            _ = try change.addHostVersion("1.0", on: .web, apiLevel: 1, of: Self.superApp, by: .operator)
            _ = try change.giveGrant(of: Self.superApp, to: "other", comment: nil, by: .operator)
        }
    }

    /// Has Dev upload a version for the super app.
    @discardableResult
    func draft(
        _ code: Int, platform: Int = 1, floor: Int = 0, lifetime: TimeInterval = 365 * 86_400, critical: [String] = [],
        bytes: Int? = nil
    ) async throws -> VersionRecord {
        try await store.change(as: .test("dev")) {
            try $0.sampleDraft(
                code, of: Self.app, for: Self.superApp, by: "dev", platform: platform, floor: floor, lifetime: lifetime,
                critical: critical, bytes: bytes)
        }
    }

    /// Does something with a version.
    @discardableResult
    func act(
        _ name: String, _ work: @escaping @Sendable (Transaction, Caller) throws -> VersionRecord
    ) async throws -> VersionRecord {
        try await store.change(as: .test(name)) { try work($0, .test(name)) }
    }

    /// Brings a new version to all devices.
    func release(_ code: Int) async throws {
        try await draft(code)
        try await submit(code, wish: .automatic)
        try await act("rita") { try $0.claim(code, of: Self.app, revision: nil, by: $1) }
        try await act("rita") { try $0.approve(code, of: Self.app, comment: nil, revision: nil, by: $1) }
    }

    @discardableResult
    func submit(_ code: Int, notes: String = "It is new.", wish: ReleaseWish = .manual) async throws -> VersionRecord {
        try await act("dev") { try $0.submit(code, of: Self.app, notes: notes, wish: wish, revision: nil, by: $1) }
    }

    func approve(_ code: Int, wish: ReleaseWish = .manual) async throws {
        try await draft(code)
        try await submit(code, wish: wish)
        try await act("rita") { try $0.claim(code, of: Self.app, revision: nil, by: $1) }
        try await act("rita") { try $0.approve(code, of: Self.app, comment: nil, revision: nil, by: $1) }
    }

    /// The states of all versions, by code.
    func states() async throws -> [Int: VersionState] {
        let versions = try await store.read { try $0.versions(of: MiniAppID(Self.app)!, limit: 100) }
        return Dictionary(uniqueKeysWithValues: versions.map { ($0.code, $0.state) })
    }

    func version(_ code: Int) async throws -> VersionRecord? {
        try await store.read { try $0.version(code, of: MiniAppID(Self.app)!) }
    }
}
