import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("Mini apps before their first version")
struct MiniAppTests {
    private static let superApp = PeopleBench.superApp

    @Test("One is created, belongs to its super app for good, and gets its versions", arguments: BackEnd.allCases)
    func created(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.store.change(by: .operator) {
                _ = try $0.createSuperApp(
                    MiniAppID("com.acme.second")!, name: "Second", organization: "acme", by: .operator)
            }
            let made = try await bench.store.change(as: .test("dev")) {
                try $0.createMiniApp("com.other.kudos", in: Self.superApp, organization: "other", by: .test("dev"))
            }
            #expect(made.superApp?.id.rawValue == Self.superApp && made.organization == "other")
            #expect(
                try await bench.store.read { try $0.miniApps(of: "other", after: "", limit: 10) }.map(\.id) == [
                    made.id.rawValue
                ])
            let error = await #expect(throws: ActionError.self) {
                try await bench.store.change(as: .test("dev")) {
                    _ = try $0.sampleDraft(1, of: "com.other.kudos", for: "com.acme.second", by: "dev")
                }
            }
            #expect(error?.problem.rule == "other-super-app")
            try await bench.release(1)
            #expect(try await bench.states() == [1: .live])
            let rows = try await bench.audit().filter { $0.action == "miniapp:create" }
            #expect(rows.map(\.miniApp) == ["com.other.kudos"])
        }
    }

    @Test("The first upload creates its mini app, once, in the audit log too", arguments: BackEnd.allCases)
    func createdByUpload(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.release(1)
            try await bench.release(2)
            let rows = try await bench.audit().filter { $0.miniApp == PeopleBench.app && $0.superApp == Self.superApp }
            #expect(rows.map(\.action).filter { $0 == "miniapp:create" }.count == 1)
            #expect(rows.map(\.action).filter { $0 == "version:upload" }.count == 2)
        }
    }

    /// Each with its mini app, its super app, its organization, who tries it, and the answer.
    private static let attempts: [(String, String, String, String, String)] = [
        ("com.other.kudos", "com.acme.lagoon", "other", "rita", "unknown"),
        ("com.other.kudos", "com.acme.lagoon", "other", "aud", "unknown"),
        ("com.acme.kudos", "com.acme.lagoon", "other", "dev", "id"),
        (" com.other.kudos", "com.acme.lagoon", "other", "dev", "id"),
        ("com.other.kudos", "com.acme.nothing", "other", "dev", "unknown"),
        ("com.other.there", "com.acme.lagoon", "other", "dev", "taken"),
        ("com.other.kudos", "com.third.lagoon", "other", "dev", "not-granted"),
    ]

    @Test("What can't be created", arguments: BackEnd.allCases, attempts)
    func refused(_ backEnd: BackEnd, _ attempt: (String, String, String, String, String)) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.organization("third", publisher: "com.third")
            try await bench.store.change(by: .operator) {
                _ = try $0.createSuperApp(
                    MiniAppID("com.third.lagoon")!, name: "Third", organization: "third", by: .operator)
            }
            try await bench.store.change(as: .test("dev")) {
                _ = try $0.createMiniApp("com.other.there", in: Self.superApp, organization: "other", by: .test("dev"))
            }
            let (id, superApp, organization, name, expected) = attempt
            let error = await #expect(throws: ActionError.self) {
                try await bench.store.change(as: .test(name)) {
                    _ = try $0.createMiniApp(id, in: superApp, organization: organization, by: .test(name))
                }
            }
            let problem = error?.problem
            #expect(problem?.rule == expected || problem?.subject == expected, "\(String(describing: error))")
        }
    }
}
