import AtollCenterAPI
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("Invitations")
struct InvitationTests {
    private static let secret = Data("secret".utf8)

    private static func acme(_ bench: PeopleBench) async throws -> Caller {
        try await bench.organization("acme", publisher: "com.acme")
        return try await bench.member("ada", of: "acme", as: AssignedRole(.organizationAdministrator))
    }

    @discardableResult
    private static func invite(
        _ email: String, _ bench: PeopleBench, by caller: Caller, id: String = "i1", secret: Data = secret
    ) async throws -> Invitation {
        try await bench.store.change(as: caller) {
            try $0.invite(
                email, into: "acme", as: [AssignedRole(.developer)], id: id, digest: secret, by: caller)
        }
    }

    /// Accepts without an account.
    private static func accept(_ email: String, _ bench: PeopleBench, id: String, secret: Data = secret) async throws {
        try await bench.store.change(by: .system) { change in
            let account = try change.createAccount(id, email: email, name: "Somebody", password: nil)
            _ = try change.accept(secret, creating: account)
        }
    }

    @Test("Accepted once, with the address that was invited, in time", arguments: BackEnd.allCases)
    func accepts(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            let ada = try await Self.acme(bench)
            try await Self.invite("Bob@Example.com", bench, by: ada)
            await #expect(throws: ActionError.unknown("invitation")) {
                try await Self.accept("eve@example.com", bench, id: "eve")
            }
            // Nothing of the refused attempt is left.
            #expect(try await bench.store.read { try $0.account("eve") } == nil)
            await #expect(throws: ActionError.unknown("invitation")) {
                try await Self.accept("bob@example.com", bench, id: "bob", secret: Data("other".utf8))
            }
            try await Self.accept("bob@example.com", bench, id: "bob")
            #expect(try await bench.store.read { try $0.roles(of: "bob", in: "acme") } == [AssignedRole(.developer)])
            for account in ["bob", "ada"] {
                await #expect(throws: ActionError.unknown("invitation")) {
                    try await bench.store.change(by: .system) { try $0.accept(Self.secret, as: account) }
                }
            }
            await #expect(throws: ActionError.taken("email", "This person is a member already.")) {
                try await Self.invite("bob@example.com", bench, by: ada, id: "i2", secret: Data("2".utf8))
            }
            let actions = try await bench.audit().map(\.action)
            #expect(actions.contains("member:accept") && actions.contains("account:verify"))
            #expect(try await bench.auditProblems().isEmpty)
        }
    }

    @Test("Somebody who has an account accepts only as themselves", arguments: BackEnd.sample(1))
    func accounts(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            let ada = try await Self.acme(bench)
            try await bench.organization("other", publisher: "com.other")
            try await bench.member("bob", of: "other", as: AssignedRole(.developer))
            try await bench.member("eve", of: "other", as: AssignedRole(.developer))
            try await Self.invite("bob@example.com", bench, by: ada)
            await #expect(throws: ActionError.unknown("invitation")) {
                try await bench.store.change(by: .system) { try $0.accept(Self.secret, as: "eve") }
            }
            let accepted = try await bench.store.change(by: .system) { try $0.accept(Self.secret, as: "bob") }
            #expect(accepted.state == .accepted)
        }
    }

    @Test("After a week it opens nothing; sent again, only the new secret does", arguments: BackEnd.sample(0))
    func expires(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            let ada = try await Self.acme(bench)
            try await Self.invite("bob@example.com", bench, by: ada)
            bench.wait(Double(Invitation.lifetime))
            await #expect(throws: ActionError.unknown("invitation")) {
                try await Self.accept("bob@example.com", bench, id: "bob")
            }
            try await bench.store.change(by: .system) { try $0.expireInvitations() }
            #expect(try await bench.store.read { try $0.invitation("i1") }?.state == .expired)
            #expect(try await bench.audit().first?.action == "member:expire")
            let again = Data("again".utf8)
            try await bench.store.change(as: ada) { _ = try $0.resend("i1", of: "acme", digest: again, by: ada) }
            await #expect(throws: ActionError.unknown("invitation")) {
                try await Self.accept("bob@example.com", bench, id: "bob")
            }
            // A clock that goes back does not bring the first secret back.
            bench.wait(-Double(Invitation.lifetime))
            await #expect(throws: ActionError.unknown("invitation")) {
                try await Self.accept("bob@example.com", bench, id: "bob")
            }
            try await Self.accept("bob@example.com", bench, id: "bob", secret: again)
        }
    }

    @Test(
        "Declined or revoked, it opens nothing, and the same person can be invited again", arguments: BackEnd.sample(1))
    func ends(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            let ada = try await Self.acme(bench)
            try await Self.invite("bob@example.com", bench, by: ada)
            await #expect(throws: ActionError.self) {
                try await Self.invite("BOB@example.com", bench, by: ada, id: "i2", secret: Data("2".utf8))
            }
            try await bench.store.change(by: .system) { try $0.decline(Self.secret) }
            await #expect(throws: ActionError.unknown("invitation")) {
                try await bench.store.change(by: .system) { try $0.decline(Self.secret) }
            }
            try await Self.invite("bob@example.com", bench, by: ada, id: "i2", secret: Data("2".utf8))
            try await bench.store.change(as: ada) { try $0.revokeInvitation("i2", of: "acme", by: ada) }
            await #expect(throws: ActionError.unknown("invitation")) {
                try await Self.accept("bob@example.com", bench, id: "bob", secret: Data("2".utf8))
            }
            await #expect(throws: ActionError.conflict(rule: "invitation-over", "The invitation was revoked.")) {
                try await bench.store.change(as: ada) { _ = try $0.resend("i2", of: "acme", digest: Data(), by: ada) }
            }
            // An invitation of another organization is not there.
            try await bench.organization("other")
            let eve = try await bench.member("eve", of: "other", as: AssignedRole(.organizationAdministrator))
            await #expect(throws: ActionError.unknown("invitation")) {
                try await bench.store.change(as: eve) { try $0.revokeInvitation("i1", of: "other", by: eve) }
            }
            for email in ["", "bob", "bob@", "@x.y", "bob@x", "a b@x.y", "bob@x..y", "bob@x.y\n", "<bob@x.y>"] {
                await #expect(throws: ActionError.self, "\(email)") {
                    try await Self.invite(email, bench, by: ada, id: "i3", secret: Data("3".utf8))
                }
            }
        }
    }

    @Test("What has expired is ended, with a row for each", arguments: BackEnd.sample(0))
    func upkeep(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            let ada = try await Self.acme(bench)
            try await Self.invite("bob@example.com", bench, by: ada)
            try await bench.store.change(as: ada) { change in
                _ = try change.createKey(
                    "k1", digest: Data([1]), for: "acme", named: "CI", scopes: [.publish], ids: [], days: 7, by: ada)
                try change.beginSession(
                    "s1", digest: Data([2]), of: "ada", .console, agent: "x", isConfirmed: true)
            }
            bench.wait(Double(Invitation.lifetime) - 1)
            try await bench.store.change(by: .system) { try $0.endWhatHasExpired() }
            #expect(try await bench.store.read { try $0.key("k1") } != nil)
            bench.wait(1)
            try await bench.store.change(by: .system) { try $0.endWhatHasExpired() }
            #expect(try await bench.store.read { try $0.key("k1") } == nil)
            let actions = try await bench.audit().map(\.action)
            #expect(actions.contains("key:expire") && actions.contains("member:expire"))
            let count = actions.count
            try await bench.store.change(by: .system) { try $0.endWhatHasExpired() }
            #expect(try await bench.audit().count == count)
            #expect(try await bench.auditProblems().isEmpty)
        }
    }

    @Test("Suspending a person revokes their invitations", arguments: BackEnd.sample(1))
    func inviters(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            let ada = try await Self.acme(bench)
            let eve = try await bench.member("eve", of: "acme", as: AssignedRole(.organizationAdministrator))
            try await Self.invite("bob@example.com", bench, by: eve)
            try await Self.invite("carl@example.com", bench, by: ada, id: "i2", secret: Data("2".utf8))
            try await bench.store.change(as: ada) { _ = try $0.suspend("eve", in: "acme", comment: nil, by: ada) }
            #expect(try await bench.store.read { try $0.invitation("i1") }?.state == .revoked)
            #expect(try await bench.store.read { try $0.invitation("i2") }?.state == .open)
            await #expect(throws: ActionError.unknown("invitation")) {
                try await Self.accept("bob@example.com", bench, id: "bob")
            }
        }
    }

    @Test("An invitation ends with the inviter's right to make it", arguments: BackEnd.sample(0))
    func demoted(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            let ada = try await Self.acme(bench)
            let administrator = AssignedRole(.organizationAdministrator)
            let eve = try await bench.member("eve", of: "acme", as: administrator)
            func inviteSecond(_ id: String, _ secret: String) async throws {
                try await bench.store.change(as: eve) {
                    _ = try $0.invite(
                        "\(id)@example.com", into: "acme", as: [administrator], id: id, digest: Data(secret.utf8),
                        by: eve)
                }
            }
            try await inviteSecond("i1", "1")
            try await inviteSecond("i2", "2")
            // The member who resends an invitation is responsible for it.
            try await bench.store.change(as: ada) {
                _ = try $0.resend("i2", of: "acme", digest: Data("3".utf8), by: ada)
            }
            try await bench.store.change(as: ada) {
                _ = try $0.setRoles([AssignedRole(.auditor)], of: "eve", in: "acme", by: ada)
            }
            #expect(try await bench.store.read { try $0.invitation("i1") }?.state == .revoked)
            await #expect(throws: ActionError.unknown("invitation")) {
                try await Self.accept("i1@example.com", bench, id: "second", secret: Data("1".utf8))
            }
            #expect(try await bench.audit().map(\.action).contains("member:revoke"))
            // The right is checked at acceptance, too, for what no change of roles could see.
            try await bench.store.change(by: .system) {
                try $0.session.perform("UPDATE invitation SET state = 'open' WHERE id = 'i1'")
            }
            await #expect(throws: ActionError.unknown("invitation")) {
                try await Self.accept("i1@example.com", bench, id: "second", secret: Data("1".utf8))
            }
            try await Self.accept("i2@example.com", bench, id: "third", secret: Data("3".utf8))
            #expect(try await bench.store.read { try $0.roles(of: "third", in: "acme") } == [administrator])
        }
    }

    @Test(
        "An address gets three invitations in three hours, from all organizations together", arguments: BackEnd.allCases
    )
    func mails(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            let ada = try await Self.acme(bench)
            try await Self.invite("bob@example.com", bench, by: ada)
            func resend(_ secret: String) async throws {
                try await bench.store.change(as: ada) {
                    _ = try $0.resend("i1", of: "acme", digest: Data(secret.utf8), by: ada)
                }
            }
            try await resend("2")
            try await resend("3")
            await #expect {
                try await resend("4")
            } throws: { if case ActionError.tooMany = $0 { true } else { false } }
            try await bench.organization("other")
            let eve = try await bench.member("eve", of: "other", as: AssignedRole(.organizationAdministrator))
            await #expect {
                try await bench.store.change(as: eve) {
                    _ = try $0.invite(
                        "bob@example.com", into: "other", as: [AssignedRole(.auditor)], id: "o1",
                        digest: Data("o".utf8),
                        by: eve)
                }
            } throws: { if case ActionError.tooMany = $0 { true } else { false } }
            // The refused attempts have changed nothing: the third secret works.
            try await Self.accept("bob@example.com", bench, id: "bob", secret: Data("3".utf8))
            try await Self.invite("carl@example.com", bench, by: ada, id: "i2", secret: Data("c".utf8))
            bench.wait(3 * 3_600)
            try await bench.store.change(as: eve) {
                _ = try $0.invite(
                    "bob@example.com", into: "other", as: [AssignedRole(.auditor)], id: "o1", digest: Data("o".utf8),
                    by: eve)
            }
        }
    }

    @Test("An organization has at most 300 open invitations", arguments: BackEnd.sample(1))
    func crowded(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            let ada = try await Self.acme(bench)
            try await bench.store.change(by: .system) { change in
                for number in 0..<Invitation.maximumOpen {
                    try change.session.perform(
                        """
                        INSERT INTO invitation (id, organization, email, roles, digest, inviter, state, created, expires)
                        VALUES (\(.text("x\(number)")), 'acme', \(.text("x\(number)@example.com")), '[]',
                            \(.bytes(Data("x\(number)".utf8))), '', 'open', \(.integer(change.time)),
                            \(.integer(change.time + 1_000)))
                        """)
                }
            }
            await #expect {
                try await Self.invite("bob@example.com", bench, by: ada)
            } throws: { if case ActionError.conflict(rule: "too-many-invitations", _) = $0 { true } else { false } }
        }
    }
}
