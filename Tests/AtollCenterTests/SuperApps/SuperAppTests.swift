import AtollCenterAPI
import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("Super apps, their versions and rules")
struct SuperAppTests {
    private static let id = MiniAppID("com.acme.lagoon")!

    /// `acme` owns super apps, and Ada administers them.
    private static func scene(_ bench: PeopleBench) async throws -> Caller {
        try await bench.organization("acme", publisher: "com.acme")
        return try await bench.member("ada", of: "acme", as: AssignedRole(.superAppAdministrator))
    }

    @discardableResult
    private static func create(
        _ bench: PeopleBench, _ id: MiniAppID = id, name: String = "Lagoon", of organization: String = "acme",
        by caller: Caller
    ) async throws -> SuperApp {
        try await bench.store.change(as: caller) {
            try $0.createSuperApp(id, name: name, organization: organization, by: caller)
        }
    }

    @Test("An organization that may own super apps creates them; others do not", arguments: BackEnd.allCases)
    func creates(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            let ada = try await Self.scene(bench)
            let made = try await Self.create(bench, by: ada)
            #expect(made.name == "Lagoon" && made.organization == "acme" && made.revision == 1 && !made.isDisabled)
            #expect(made.policy == ReviewPolicy())
            try await bench.organization("other", publisher: "com.other")
            let eve = try await bench.member("eve", of: "other", as: AssignedRole(.developer))
            let narrowed = try await bench.member(
                "nora", of: "acme", as: AssignedRole(.superAppAdministrator, only: "com.acme.another"))
            let second = MiniAppID("com.acme.second")!
            let bad: [(Caller, MiniAppID, String, String, ActionError)] = [
                (ada, Self.id, "Lagoon", "acme", .taken("id", "There is a super app with this id already.")),
                (
                    ada, MiniAppID("com.other.second")!, "L", "acme",
                    .invalid(
                        "id", "must begin with the organization's publisher id; those who run the Center create others")
                ),
                (ada, second, "", "acme", .invalid("name", "must have 1 to 100 characters")),
                (ada, second, " L", "acme", .invalid("name", "must not begin or end with a space")),
                (
                    ada, second, String(repeating: "x", count: 10_000), "acme",
                    .invalid("name", "must have 1 to 100 characters")
                ),
                (ada, second, "L", "other", .forbidden(.manageSuperApps)),
                (eve, second, "L", "other", .forbidden(.manageSuperApps)),
                (eve, second, "L", "acme", .forbidden(.manageSuperApps)),
                (eve, second, "L", "nobody", .forbidden(.manageSuperApps)),
                // A role for one super app does not make others.
                (narrowed, second, "L", "acme", .forbidden(.manageSuperApps)),
                (.test("ada", isConfirmed: false), second, "L", "acme", .confirmationNeeded),
                (.operator, second, "L", "nobody", .unknown("organization")),
            ]
            for (caller, id, name, organization, error) in bad {
                await #expect(throws: error) {
                    try await Self.create(bench, id, name: name, of: organization, by: caller)
                }
            }
            let row = try #require(try await bench.audit().first { $0.action == "superapp:create" })
            #expect(row.superApp == "com.acme.lagoon" && row.organization == "acme" && row.actor == "ada")
            #expect(try await bench.auditProblems().isEmpty)
        }
    }

    @Test("Changes need the revision that was read, and say what was before", arguments: BackEnd.sample(1))
    func changes(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            let ada = try await Self.scene(bench)
            try await Self.create(bench, by: ada)
            let policy = ReviewPolicy(
                approvals: 2, publisherReleases: false, selfReview: true, needsBrowserChecks: true)
            let changed = try await bench.store.change(as: ada) {
                try $0.setPolicy(policy, of: Self.id.rawValue, revision: 1, by: ada)
            }
            #expect(changed.policy == policy && changed.revision == 2)
            await #expect(throws: ActionError.changed(revision: 2)) {
                try await bench.store.change(as: ada) {
                    try $0.renameSuperApp(Self.id.rawValue, to: "Other", revision: 1, by: ada)
                }
            }
            for approvals in [-1, 3, Int.max] {
                await #expect(throws: ActionError.invalid("approvals", "must be from 0 to 2")) {
                    try await bench.store.change(as: ada) {
                        let wrong = ReviewPolicy(approvals: approvals)
                        _ = try $0.setPolicy(wrong, of: Self.id.rawValue, revision: nil, by: ada)
                    }
                }
            }
            let renamed = try await bench.store.change(as: ada) {
                try $0.renameSuperApp(Self.id.rawValue, to: "Atoll", revision: 2, by: ada)
            }
            #expect(renamed.name == "Atoll" && renamed.revision == 3)
            let disabled = try await bench.store.change(as: ada) {
                try $0.setDisabled(true, superApp: Self.id.rawValue, comment: "moved", by: ada)
            }
            #expect(disabled.isDisabled && disabled.revision == 4)
            // Setting the same state again changes nothing and adds no row.
            let again = try await bench.store.change(as: ada) {
                _ = try $0.setPolicy(policy, of: Self.id.rawValue, revision: nil, by: ada)
                return try $0.setDisabled(true, superApp: Self.id.rawValue, comment: "moved", by: ada)
            }
            #expect(again == disabled)
            let rows = try await bench.audit().filter { $0.superApp != nil }.map(\.action)
            #expect(rows == ["superapp:disable", "superapp:change", "superapp:change", "superapp:create"])
            await #expect(throws: ActionError.unknown("super app")) {
                try await bench.store.change(as: ada) {
                    try $0.renameSuperApp("com.acme.nothing", to: "x", revision: nil, by: ada)
                }
            }
        }
    }

    @Test("Versions by platform are added once, enabled and disabled", arguments: BackEnd.sample(0))
    func versions(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            let ada = try await Self.scene(bench)
            try await Self.create(bench, by: ada)
            let add = { @Sendable (version: String, platform: HostPlatform, level: Int) in
                try await bench.store.change(as: ada) {
                    try $0.addHostVersion(version, on: platform, apiLevel: level, of: Self.id.rawValue, by: ada)
                }
            }
            for version in ["1.9", "1.10", "2"] { _ = try await add(version, .iOS, 1) }
            _ = try await add("2", .web, 2)
            for same in ["2", "2.0", "2.0.0"] {
                await #expect(
                    throws: ActionError.taken("version", "The super app has this version on this platform already.")
                ) { try await add(same, .web, 1) }
            }
            for version in [
                "", " 1", "1.", "01", "1.2.3.4.5", "1-beta", "4294967296", String(repeating: "1", count: 41),
            ] {
                await #expect(
                    throws: ActionError.invalid("version", "must be 1 to 4 numbers separated by dots, such as 2.1")
                ) { try await add(version, .web, 1) }
            }
            await #expect(throws: ActionError.invalid("apiLevel", "must be from 1 to 1000")) {
                try await add("3", .web, 0)
            }
            let listed = try await bench.store.read { try $0.hostVersions(of: Self.id) }
            #expect(listed.map { "\($0.platform) \($0.version)" } == ["iOS 2", "iOS 1.10", "iOS 1.9", "web 2"])
            let off = try await bench.store.change(as: ada) {
                try $0.setEnabled(false, hostVersion: "2", on: .iOS, of: Self.id.rawValue, by: ada)
            }
            #expect(!off.isEnabled)
            #expect(listed.filter { $0.fits(apiLevel: 2, minimumHost: nil) }.map(\.platform) == [.web])
            #expect(listed.filter { $0.fits(apiLevel: 1, minimumHost: "1.10") }.count == 3)
            #expect(!off.fits(apiLevel: 1, minimumHost: nil))
            await #expect(throws: ActionError.unknown("version of the super app")) {
                try await bench.store.change(as: ada) {
                    try $0.setEnabled(true, hostVersion: "9", on: .iOS, of: Self.id.rawValue, by: ada)
                }
            }
            #expect(try await bench.audit().filter { $0.action == "host:disable" }.map(\.subject) == ["ios 2"])
        }
    }
}
