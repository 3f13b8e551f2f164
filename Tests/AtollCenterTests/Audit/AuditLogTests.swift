import AtollCenterAPI
import AtollTestSupport
import Foundation
import SQLStatements
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("The audit log")
struct AuditLogTests {
    private static func fill(_ bench: PeopleBench, _ count: Int) async throws {
        for number in 0..<count {
            let actor =
                number.isMultiple(of: 3)
                ? AuditActor.system
                : AuditActor(
                    .user, "user\(number % 2)", via: .api, from: .init(address: "192.0.2.\(number)", agent: "x"))
            try await bench.store.change(by: actor) { change in
                try change.note(
                    AuditRecord(
                        .changeMiniApp, organization: "o\(number % 4)", miniApp: "com.example.m\(number % 5)",
                        code: number, before: "Ä \"\\ \u{1}", after: "🎉", comment: "c\(number)"))
            }
            bench.wait(1)
        }
    }

    @Test("Each row follows the one before it; filters and pages find them", arguments: BackEnd.allCases)
    func rows(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await Self.fill(bench, 40)
            let all = try await bench.audit()
            #expect(all.map(\.number) == Array((1...40).reversed()))
            #expect(zip(all, all.dropFirst()).allSatisfy { $0.previous == $1.digest })
            #expect(try await bench.auditProblems().isEmpty)
            var filter = AuditFilter()
            (filter.organization, filter.actor) = ("o2", "user0")
            let found = try await bench.audit(filter)
            #expect(found.map(\.number) == all.filter { $0.organization == "o2" && $0.actor == "user0" }.map(\.number))
            let page = try await bench.database.read { try AuditLog.entries(AuditFilter(), before: 11, limit: 3, $0) }
            #expect(page.map(\.number) == [10, 9, 8])
            // Invisible rows are left out for any query.
            filter = AuditFilter()
            filter.visible = .init()
            #expect(try await bench.audit(filter).isEmpty)
            filter.visible = .init(organizations: ["o1"], actors: ["user1"])
            #expect(try await bench.audit(filter).allSatisfy { $0.organization == "o1" || $0.actor == "user1" })
            #expect(try await bench.audit(filter).count > 10)
        }
    }

    @Test("The database refuses to change or to remove a row", arguments: BackEnd.allCases)
    func appendOnly(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await Self.fill(bench, 3)
            let attempts: [SQLFragment] = [
                "UPDATE audit SET comment = 'x' WHERE number = 2", "DELETE FROM audit WHERE number = 3",
                "DELETE FROM audit",
            ]
            for attempt in attempts {
                await #expect(throws: (any Error).self) {
                    try await bench.database.write { _ = try $0.perform(attempt) }
                }
            }
            #expect(try await bench.audit().map(\.comment) == ["c2", "c1", "c0"])
        }
    }

    @Test("Changes made outside the Center are detected", arguments: BackEnd.allCases)
    func tampering(_ backEnd: BackEnd) async throws {
        let unlocked: [SQLFragment] =
            backEnd == .sqlite
            ? ["DROP TRIGGER audit_is_not_changed", "DROP TRIGGER audit_is_not_removed"]
            : ["DROP TRIGGER audit_is_only_appended_to ON audit"]
        let changes: [(SQLFragment, String)] = [
            ("UPDATE audit SET comment = 'x' WHERE number = 2", "Row 2 of the audit log was changed."),
            ("UPDATE audit SET comment = NULL WHERE number = 2", "Row 2 of the audit log was changed."),
            ("DELETE FROM audit WHERE number = 2", "Row 2 of the audit log is missing."),
            (
                "UPDATE audit_origin SET address = '198.51.100.1' WHERE number = 2",
                "The origin of row 2 of the audit log was changed."
            ),
            ("UPDATE audit SET time = time + 1 WHERE number = 3", "Row 3 of the audit log was changed."),
        ]
        for (change, problem) in changes {
            try await PeopleBench.run(on: backEnd) { bench in
                try await Self.fill(bench, 4)
                try await bench.database.write { session in
                    for statement in unlocked { try session.perform(statement) }
                    try session.perform(change)
                }
                #expect(try await bench.auditProblems().contains(problem))
            }
        }
    }

    @Test("After 180 days, addresses are gone, and the chain is whole", arguments: BackEnd.sample(1))
    func origins(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await Self.fill(bench, 3)
            #expect(try await bench.audit().map { $0.from?.address } == ["192.0.2.2", "192.0.2.1", nil])
            bench.wait(Double(AuditLog.originLifetime))
            try await Self.fill(bench, 2)
            let now = bench.now
            try await bench.database.write { try AuditLog.removeOldOrigins(at: now, $0) }
            #expect(try await bench.audit().map { $0.from?.address } == ["192.0.2.1", nil, nil, nil, nil])
            #expect(try await bench.auditProblems().isEmpty)
        }
    }

    @Test("What a change notes is not there if the change is not", arguments: BackEnd.allCases)
    func together(_ backEnd: BackEnd) async throws {
        struct Refused: Error {}
        try await PeopleBench.run(on: backEnd) { bench in
            await #expect(throws: Refused.self) {
                try await bench.store.change(by: .system) { change in
                    try change.note(AuditRecord(.createMiniApp))
                    throw Refused()
                }
            }
            #expect(try await bench.audit().isEmpty)
            // Many concurrent changes have one order.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        try await bench.store.change(by: .system) {
                            try $0.note(AuditRecord(.createMiniApp, code: number))
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await bench.audit().map(\.number) == Array((1...50).reversed()))
            #expect(try await Set(bench.audit().compactMap(\.code)) == Set(0..<50))
            #expect(try await bench.auditProblems().isEmpty)
        }
    }

    @Test("Each sees the rows that their roles are about, and no other", arguments: BackEnd.sample(1))
    func visible(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            for id in ["acme", "other"] { try await bench.organization(id, publisher: "com.\(id)") }
            let roles: [(String, [AssignedRole])] = [
                ("administrator", [AssignedRole(.organizationAdministrator)]), ("auditor", [AssignedRole(.auditor)]),
                ("developer", [AssignedRole(.developer)]),
                ("narrowed", [AssignedRole(.developer, only: "com.acme.a")]),
                ("reviewer", [AssignedRole(.reviewer)]), ("nobody", []),
            ]
            for (name, roles) in roles {
                try await bench.store.change(by: .operator) { change in
                    _ = try change.createAccount(name, email: "\(name)@example.com", name: name, password: nil)
                    try change.join(name, "acme", as: roles)
                }
            }
            let rows: [(String, AuditRecord)] = [
                ("x", AuditRecord(.uploadVersion, organization: "acme", miniApp: "com.acme.a", comment: "a")),
                ("x", AuditRecord(.uploadVersion, organization: "acme", miniApp: "com.acme.b", comment: "b")),
                ("x", AuditRecord(.renameOrganization, organization: "acme", comment: "organization")),
                ("x", AuditRecord(.uploadVersion, organization: "other", miniApp: "com.other.a", comment: "foreign")),
                ("reviewer", AuditRecord(.claimReview, organization: "other", comment: "own")),
            ]
            for (actor, record) in rows {
                try await bench.store.change(by: AuditActor(.user, actor, via: .api)) { try $0.note(record) }
            }
            func seen(_ name: String) async throws -> Set<String> {
                let caller = Caller.test(name)
                return try await bench.store.read { view in
                    var filter = AuditFilter()
                    filter.visible = try view.visibleAudit(for: caller)
                    return Set(
                        try AuditLog.entries(filter, before: nil, limit: 100, view.session).compactMap(\.comment))
                }
            }
            for name in ["administrator", "auditor"] { #expect(try await seen(name) == ["a", "b", "organization"]) }
            #expect(try await seen("developer") == ["a", "b"])
            #expect(try await seen("narrowed") == ["a"])
            #expect(try await seen("reviewer") == ["own"])
            await #expect(throws: ActionError.forbidden(.readAudit)) { try await seen("nobody") }
        }
    }
}
