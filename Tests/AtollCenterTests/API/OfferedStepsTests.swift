import AtollCenterAPI
import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter

/// The actions of its reader in an answer about a version. ``RouteMatrixTests`` compares them with what each role may.
@Suite("Steps that are offered")
struct OfferedStepsTests {
    private static let path = "/v1/miniapps/com.acme.kudos/versions/1"

    /// A draft of `acme`, for a super app that it owns.
    private static func scene(_ center: TestCenter) async throws {
        try await center.organization("acme", publisher: "com.acme")
        try await center.people.store.change(by: .operator) { change in
            _ = try change.createSuperApp(
                MiniAppID("com.acme.lagoon")!, name: "Lagoon", organization: "acme", by: .operator)
            _ = try change.addHostVersion("1.0", on: .web, apiLevel: 1, of: "com.acme.lagoon", by: .operator)
            _ = try change.sampleDraft(1, of: "com.acme.kudos", for: "com.acme.lagoon")
        }
    }

    private static func version(_ center: TestCenter, as token: String) async throws -> VersionView {
        let answer = try await center.send("GET", path, as: token, nil)
        try #require(answer.status == 200)
        return try JSONDecoder().decode(VersionView.self, from: answer.body)
    }

    @Test(
        "Where two approvals are needed, the second reviewer is offered to approve, and no longer the first",
        arguments: BackEnd.allCases)
    func twoApprovals(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await Self.scene(center)
            try await center.execute(
                """
                UPDATE owned_super_app SET self_review = 1, approvals = 2;
                UPDATE version_state SET state = 'submitted'
                """)
            let first = try await center.session("first", of: "acme", as: [AssignedRole(.reviewer)])
            let second = try await center.session("second", of: "acme", as: [AssignedRole(.reviewer)])
            #expect(try await center.send("POST", Self.path + "/claim", as: first, nil).status == 200)
            for token in [first, second] {
                let steps = try await Self.version(center, as: token).allowed
                #expect(steps.contains(.approve) && steps.contains(.reject))
                // The second one has nothing to give back.
                #expect(steps.contains(.unclaim) == (token == first))
            }
            #expect(try await center.send("POST", Self.path + "/approvals", as: first, "{}").status == 200)
            #expect(try await center.send("POST", Self.path + "/approvals", as: first, "{}").status == 409)
            #expect(try await !Self.version(center, as: first).allowed.contains(.approve))
            #expect(try await Self.version(center, as: second).allowed.contains(.approve))
            #expect(try await center.send("POST", Self.path + "/approvals", as: second, "{}").status == 200)
            #expect(try await Self.version(center, as: second).state == .approved)
        }
    }

    @Test("An API key is offered what its scopes permit of what its maker may do")
    func keys() async throws {
        try await TestCenter.run { center in
            try await Self.scene(center)
            try await center.execute(
                "UPDATE owned_super_app SET publisher_releases = 1; UPDATE version_state SET state = 'approved'")
            let dev = try await center.session("dev", of: "acme", as: [AssignedRole(.developer)])
            let made = try await center.send(
                "POST", "/v1/organizations/acme/keys", as: dev, #"{"name": "CI", "scopes": ["read", "release"]}"#)
            let key = try JSONDecoder().decode(NewKeyView.self, from: made.body).text
            let (person, program) = (
                try await Self.version(center, as: dev), try await Self.version(center, as: key)
            )
            #expect(person.allowed == [.schedule, .start, .complete, .discard, .plan])
            #expect(program.allowed == [.schedule, .start, .complete, .plan])
            #expect(person.actions.contains(.uploadVersions) && !program.actions.contains(.uploadVersions))
            #expect(program.actions.contains(.release) && program.actions.contains(.readVersions))
            // A policy against publishers also applies to their keys.
            try await center.execute("UPDATE owned_super_app SET publisher_releases = 0")
            #expect(try await Self.version(center, as: dev).allowed == [.discard])
            #expect(try await Self.version(center, as: key).allowed.isEmpty)
        }
    }

    @Test("Actions that a program does not know are left out, and so is a member that is missing")
    func otherVersions() throws {
        func account(_ actions: String) throws -> AccountView {
            let json = """
                {"id": "a", "email": "a@example.com", "name": "A", "hasSecondFactor": false,
                "organizations": [{"organization": "acme", "roles": [] \(actions)}]}
                """
            return try JSONDecoder().decode(AccountView.self, from: Data(json.utf8))
        }
        let known = try account(#", "actions": ["moon:land", "version:upload"]"#).organizations[0].actions
        #expect(known.contains(.uploadVersions) && known == Actions([.uploadVersions]))
        #expect(try account("").organizations[0].actions == Actions([]))
    }
}
