import AtollCenterAPI
import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("Accounts that are removed")
struct AccountRemovalTests {
    @Test("Everything of it ends, and its name is forgotten", arguments: BackEnd.allCases)
    func removed(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.organization("acme", publisher: "com.acme")
            let ora = try await center.session("ora", of: "acme", as: [AssignedRole(.organizationAdministrator)])
            let dev = try await center.session("dev", of: "acme", as: [AssignedRole(.developer)])
            let key = try await center.send(
                "POST", "/v1/organizations/acme/keys", as: dev, #"{"name": "CI", "scopes": ["read"]}"#)
            let secret = try #require(key.member("text"))
            #expect(try await center.send("GET", "/v1/superapps", as: secret, nil).status == 200)
            let hasty = try await center.session("dev", of: "acme", as: [], isConfirmed: false)
            #expect(try await center.send("DELETE", "/v1/account", as: hasty, nil).status == 403)
            #expect(try await center.send("DELETE", "/v1/account", as: secret, nil).status == 403)
            #expect(try await center.send("DELETE", "/v1/account", as: dev, nil).status == 204)
            for token in [dev, hasty, secret] {
                #expect(try await center.send("GET", "/v1/superapps", as: token, nil).status == 401)
            }
            let account = try await center.people.store.read { try $0.account("dev") }
            #expect(account?.name == "Deleted account" && account?.isSuspended == true && account?.hasPassword == false)
            #expect(account?.email.contains("example.com") == false)
            #expect(try await center.people.store.read { try $0.members(of: "acme") }.map(\.account.id) == ["ora"])
            // Another person may have the address from now on.
            try await center.people.store.change(by: .operator) {
                _ = try $0.createAccount("next", email: "dev@example.com", name: "Next", password: nil)
            }
            // The last administrator stays.
            let last = try await center.send("DELETE", "/v1/account", as: ora, nil)
            #expect(last.status == 409)
            #expect(try await center.send("GET", "/v1/account", as: ora, nil).status == 200)
            #expect(try await center.people.store.read { try AuditLog.problems($0.session) }.isEmpty)
        }
    }

    @Test("What waits for somebody who leaves goes on without them", arguments: BackEnd.allCases)
    func leaving(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.draft(1)
            try await bench.submit(1)
            try await bench.act("rita") { try $0.claim(1, of: PeopleBench.app, revision: nil, by: $1) }
            try await bench.store.change(as: .test("rita")) { try $0.removeAccount("rita") }
            #expect(try await bench.states() == [1: .submitted])
            await #expect(throws: ActionError.self) {
                try await bench.store.change(as: .test("rita")) { try $0.removeAccount("rita") }
            }
            // Of a closed organization, the last administrator may leave.
            try await bench.store.change(by: .operator) {
                _ = try $0.closeOrganization("other", comment: "Closed.", by: .operator)
            }
            try await bench.store.change(as: .test("ora")) { try $0.removeAccount("ora") }
            #expect(try await bench.auditProblems().isEmpty)
        }
    }
}
