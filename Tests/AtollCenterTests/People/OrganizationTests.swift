import AtollCenterAPI
import AtollCredentials
import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("Organizations and their members")
struct OrganizationTests {
    @Test("Those who run the Center create organizations; nobody else does", arguments: BackEnd.allCases)
    func creates(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.organization("platform")
            let root = try await bench.member("root", of: "platform", as: AssignedRole(.platformAdministrator))
            let made = try await bench.store.change(as: root) { change in
                try change.createOrganization(
                    "acme", name: "Acme", publisher: PublisherID("com.acme"), ownsSuperApps: false, by: root)
            }
            #expect(made.publisher == PublisherID("com.acme") && made.revision == 1)
            let other = try await bench.member("ada", of: "acme", as: AssignedRole(.organizationAdministrator))
            await #expect(throws: ActionError.forbidden(.manageOrganizations)) {
                try await bench.store.change(as: other) { change in
                    try change.createOrganization("b2", name: "B", publisher: nil, ownsSuperApps: true, by: other)
                }
            }
            // Without the password entered just now, and with names that are taken or not valid.
            let late = Caller.test("root", isConfirmed: false)
            let bad: [(Caller, String, String, String?, ActionError)] = [
                (late, "b2", "B", nil, .confirmationNeeded),
                (root, "acme", "B", nil, .taken("id", "There is an organization with this id already.")),
                (
                    root, "b2", "B", "com.acme",
                    .taken("publisher", "Another organization publishes under this id already.")
                ),
                (
                    root, "b2", "B", "com.acme.sub",
                    .taken(
                        "publisher",
                        "The publisher id of another organization begins with this one, or this one begins with it.")
                ),
                (root, "b2", " B", nil, .invalid("name", "must not begin or end with a space")),
                (root, "b2", "", nil, .invalid("name", "must have 1 to 100 characters")),
                (
                    root, "b2", String(repeating: "x", count: 10_000), nil,
                    .invalid("name", "must have 1 to 100 characters")
                ),
                (
                    root, "b2", "a\u{202E}b", nil,
                    .invalid("name", "must not have control characters or characters that can't be seen")
                ),
            ]
            for (caller, id, name, publisher, error) in bad {
                await #expect(throws: error) {
                    try await bench.store.change(as: caller) { change in
                        try change.createOrganization(
                            id, name: name, publisher: publisher.flatMap { PublisherID($0) }, ownsSuperApps: true,
                            by: caller)
                    }
                }
            }
            for id in ["", "a", " ab", "Ab", "a_b", "-ab", "ab-", "a/b", String(repeating: "a", count: 41), "ä1"] {
                #expect(!Organization.isID(id), "\(id)")
            }
            #expect(try await bench.audit().filter { $0.action == "org:create" }.map(\.actor) == ["root", "operator"])
            #expect(try await bench.auditProblems().isEmpty)
        }
    }

    @Test(
        "A change needs the revision that was read; the log has what was before and after", arguments: BackEnd.sample(1)
    )
    func changes(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.organization("acme")
            let ada = try await bench.member("ada", of: "acme", as: AssignedRole(.organizationAdministrator))
            let changed = try await bench.store.change(as: ada) {
                try $0.changeOrganization("acme", name: "New", needsSecondFactor: nil, revision: 1, by: ada)
            }
            #expect(changed.name == "New" && changed.revision == 2)
            await #expect(throws: ActionError.changed(revision: 2)) {
                try await bench.store.change(as: ada) {
                    try $0.changeOrganization("acme", name: "Other", needsSecondFactor: nil, revision: 1, by: ada)
                }
            }
            let row = try #require(try await bench.audit().first { $0.action == "org:rename" })
            #expect(row.before == "The acme company" && row.after == "New" && row.actor == "ada")
            #expect(row.from?.address == "192.0.2.1")
            // Of an organization that is not theirs, they don't even learn that it exists.
            try await bench.organization("other")
            for id in ["other", "nothing"] {
                await #expect(throws: ActionError.unknown("organization")) {
                    try await bench.store.change(as: ada) {
                        try $0.changeOrganization(id, name: "x", needsSecondFactor: nil, revision: nil, by: ada)
                    }
                }
            }
        }
    }

    @Test("Where a second factor is needed, roles count for nothing without one", arguments: BackEnd.sample(0))
    func secondFactor(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.organization("acme")
            let ada = try await bench.member("ada", of: "acme", as: AssignedRole(.organizationAdministrator))
            let set = { @Sendable (value: Bool) in
                try await bench.store.change(as: ada) {
                    try $0.changeOrganization("acme", name: nil, needsSecondFactor: value, revision: nil, by: ada)
                }
            }
            _ = try await set(true)
            await #expect(throws: ActionError.secondFactorNeeded) { try await set(false) }
            #expect(try await bench.store.read { try $0.person("ada") }.memberships.map(\.roles) == [[]])
        }
    }

    @Test("The last administrator can't be removed, suspended or given other roles", arguments: BackEnd.sample(1))
    func lastAdministrator(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.organization("acme", publisher: "com.acme")
            let ada = try await bench.member("ada", of: "acme", as: AssignedRole(.organizationAdministrator))
            try await bench.member("bob", of: "acme", as: AssignedRole(.developer))
            let administrator = AssignedRole(.organizationAdministrator)
            let attempts: [@Sendable (Transaction) throws -> Void] = [
                { _ = try $0.suspend("ada", in: "acme", comment: nil, by: ada) },
                { try $0.removeMember("ada", from: "acme", by: ada) },
                { _ = try $0.setRoles([AssignedRole(.developer)], of: "ada", in: "acme", by: ada) },
            ]
            for attempt in attempts {
                await #expect(throws: ActionError.lastAdministrator) { try await bench.store.change(as: ada, attempt) }
            }
            // A suspended administrator has no rights.
            _ = try await bench.store.change(as: ada) {
                _ = try $0.setRoles([administrator], of: "bob", in: "acme", by: ada)
                _ = try $0.suspend("bob", in: "acme", comment: "on leave", by: ada)
            }
            await #expect(throws: ActionError.lastAdministrator) { try await bench.store.change(as: ada, attempts[1]) }
            try await bench.store.change(as: ada) { _ = try $0.reactivate("bob", in: "acme", by: ada) }
            try await bench.store.change(as: ada, attempts[1])
            #expect(try await bench.store.read { try $0.members(of: "acme") }.map(\.account.id) == ["bob"])
            await #expect(throws: ActionError.unknown("organization")) {
                try await bench.store.change(as: ada) { _ = try $0.suspend("bob", in: "acme", comment: nil, by: ada) }
            }
            #expect(try await bench.auditProblems().isEmpty)
        }
    }

    @Test("Roles are given where they make sense, and only by those who may", arguments: BackEnd.sample(0))
    func roles(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.organization("acme", publisher: "com.acme")
            try await bench.organization("platform")
            let ada = try await bench.member("ada", of: "acme", as: AssignedRole(.organizationAdministrator))
            let bob = try await bench.member("bob", of: "acme", as: AssignedRole(.developer, only: "com.acme.a"))
            let eve = try await bench.member("eve", of: "platform", as: AssignedRole(.organizationAdministrator))
            let set = { @Sendable (roles: [AssignedRole], account: String, organization: String, caller: Caller) in
                try await bench.store.change(as: caller) {
                    try $0.setRoles(roles, of: account, in: organization, by: caller)
                }
            }
            let many = [AssignedRole(.developer, only: "com.acme.a"), AssignedRole(.developer, only: "com.acme.b")]
            #expect(try await Set(set(many, "bob", "acme", ada).roles) == Set(many))
            let bad: [[AssignedRole]] = [
                [], [AssignedRole(.platformAdministrator)], [AssignedRole(.auditor, only: "com.acme.a")],
                [AssignedRole(.developer, only: "com.other.a")], [AssignedRole(.developer, only: "not an id")],
                [AssignedRole(.auditor), AssignedRole(.auditor)],
            ]
            for roles in bad {
                await #expect(throws: ActionError.self, "\(roles)") { try await set(roles, "bob", "acme", ada) }
            }
            await #expect(throws: ActionError.forbidden(.manageMembers)) {
                try await set([AssignedRole(.organizationAdministrator)], "bob", "acme", bob)
            }
            // An administrator of the platform's members does not thereby run the Center.
            await #expect(throws: ActionError.forbidden(.manageOrganizations)) {
                try await set([AssignedRole(.platformAdministrator)], "eve", "platform", eve)
            }
            // Nor do they have power over the operator.
            try await bench.member("root", of: "platform", as: AssignedRole(.platformAdministrator))
            try await bench.member("root2", of: "platform", as: AssignedRole(.platformAdministrator))
            let attempts: [@Sendable (Transaction) throws -> Void] = [
                { _ = try $0.suspend("root", in: "platform", comment: nil, by: eve) },
                { _ = try $0.reactivate("root", in: "platform", by: eve) },
                { try $0.removeMember("root", from: "platform", by: eve) },
                { _ = try $0.setRoles([AssignedRole(.auditor)], of: "root", in: "platform", by: eve) },
            ]
            for attempt in attempts {
                await #expect(throws: ActionError.forbidden(.manageOrganizations)) {
                    try await bench.store.change(as: eve, attempt)
                }
            }
            #expect(try await bench.store.read { try $0.roles(of: "bob", in: "acme") }.count == 2)
        }
    }

    @Test("A closed organization is nobody's place of work", arguments: BackEnd.sample(1))
    func closes(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.organization("acme")
            try await bench.organization("platform")
            let ada = try await bench.member("ada", of: "acme", as: AssignedRole(.organizationAdministrator))
            let closed = try await bench.store.change(by: .operator) {
                try $0.closeOrganization("acme", comment: "It has ended", by: .operator)
            }
            #expect(closed.isClosed)
            await #expect(throws: ActionError.unknown("organization")) {
                try await bench.store.change(as: ada) {
                    try $0.changeOrganization("acme", name: "x", needsSecondFactor: nil, revision: nil, by: ada)
                }
            }
            await #expect(throws: ActionError.self) {
                try await bench.store.change(by: .operator) {
                    try $0.closeOrganization("platform", comment: nil, by: .operator)
                }
            }
        }
    }

    @Test(
        "What was changed while a password was compared, which takes long, ends the attempt",
        arguments: BackEnd.sample(0))
    func unchanged(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            let (old, new) = (try PasswordHash(of: "one"), try PasswordHash(of: "two"))
            let account = try await bench.store.change(by: .operator) {
                try $0.createAccount("ada", email: "ada@example.com", name: "Ada", password: old)
            }
            try await bench.store.change(by: .system) { try $0.requireUnchanged(account, old) }
            try await bench.store.change(by: .operator) {
                try $0.setPassword(new, of: "ada", keeping: nil, as: .changePassword)
            }
            await #expect(throws: ActionError.badCredentials) {
                try await bench.store.change(by: .system) { try $0.requireUnchanged(account, old) }
            }
        }
    }

    @Test(
        "An administrator steps down where there is another one, and leaves reviews to others",
        arguments: BackEnd.sample(1))
    func stepsDown(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            let one = try await bench.member("one", of: "acme", as: AssignedRole(.organizationAdministrator))
            let two = try await bench.member("two", of: "acme", as: AssignedRole(.organizationAdministrator))
            let changed = try await bench.store.change(as: one) {
                try $0.setRoles([AssignedRole(.auditor)], of: "one", in: "acme", by: one)
            }
            #expect(changed.roles == [AssignedRole(.auditor)])
            // The last one can't.
            await #expect(throws: ActionError.lastAdministrator) {
                _ = try await bench.store.change(as: two) {
                    try $0.setRoles([AssignedRole(.auditor)], of: "two", in: "acme", by: two)
                }
            }
            try await bench.draft(1)
            try await bench.submit(1)
            try await bench.act("rita") { try $0.claim(1, of: PeopleBench.app, revision: nil, by: $1) }
            _ = try await bench.store.change(as: two) {
                try $0.setRoles([AssignedRole(.auditor)], of: "rita", in: "acme", by: two)
            }
            #expect(try await bench.states() == [1: .submitted])
            let rows = try await bench.audit().filter { $0.action == "review:release" }
            #expect(rows.map(\.actorKind) == ["system"])
        }
    }
}
