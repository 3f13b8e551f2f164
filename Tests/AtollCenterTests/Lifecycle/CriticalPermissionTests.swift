import AtollCenterAPI
import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("Critical permissions")
struct CriticalPermissionTests {
    private static let app = PeopleBench.app

    @Test("Who asks for a critical permission first needs two approvals", arguments: BackEnd.allCases)
    func twoApprovals(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.release(1)
            #expect(try await bench.version(1)?.approvalsNeeded == 1)
            try await bench.draft(2, critical: ["payments"])
            try await bench.submit(2, wish: .automatic)
            #expect(try await bench.version(2)?.approvalsNeeded == 2)
            try await bench.act("rita") { try $0.claim(2, of: Self.app, revision: nil, by: $1) }
            try await bench.act("rita") { try $0.approve(2, of: Self.app, comment: nil, revision: nil, by: $1) }
            #expect(try await bench.states()[2] == .inReview)
            try await bench.act("rob") { try $0.approve(2, of: Self.app, comment: nil, revision: nil, by: $1) }
            #expect(try await bench.states() == [1: .superseded, 2: .live])
            // A permission that was approved once is not asked for again; a new one is.
            try await bench.draft(3, critical: ["payments"])
            #expect(try await bench.version(3)?.approvalsNeeded == 1)
            try await bench.draft(4, critical: ["location.precise", "payments"])
            #expect(try await bench.version(4)?.addedCriticalPermissions == ["location.precise"])
            #expect(try await bench.version(4)?.approvalsNeeded == 2)
        }
    }

    @Test(
        "A version that nobody has approved does not count, nor a super app that reviews nothing",
        arguments: BackEnd.sample(1))
    func exceptions(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.draft(1, critical: ["payments"])
            try await bench.submit(1)
            try await bench.act("rita") { try $0.claim(1, of: Self.app, revision: nil, by: $1) }
            try await bench.act("rita") {
                try $0.reject(1, of: Self.app, reasons: [.other], comment: "No.", revision: nil, by: $1)
            }
            try await bench.draft(2, critical: ["payments"])
            #expect(try await bench.version(2)?.approvalsNeeded == 2)
            try await bench.store.change(by: .operator) {
                _ = try $0.setPolicy(
                    ReviewPolicy(approvals: 0), of: PeopleBench.superApp, revision: nil, by: .operator)
            }
            #expect(try await bench.version(2)?.approvalsNeeded == 0)
            // A version that went live without a review was not approved.
            try await bench.submit(2, wish: .automatic)
            #expect(try await bench.states()[2] == .live)
            try await bench.store.change(by: .operator) {
                _ = try $0.setPolicy(
                    ReviewPolicy(approvals: 1), of: PeopleBench.superApp, revision: nil, by: .operator)
            }
            try await bench.draft(3, critical: ["payments"])
            #expect(try await bench.version(3)?.approvalsNeeded == 2)
        }
    }

    @Test("Who was suspended or has left since counts no more", arguments: BackEnd.sample(0))
    func gone(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            _ = try await bench.member("ray", of: "acme", as: AssignedRole(.reviewer))
            _ = try await bench.member("ola", of: "acme", as: AssignedRole(.organizationAdministrator))
            try await bench.draft(1, critical: ["payments"])
            try await bench.submit(1, wish: .automatic)
            try await bench.act("rita") { try $0.claim(1, of: Self.app, revision: nil, by: $1) }
            try await bench.act("rita") { try $0.approve(1, of: Self.app, comment: nil, revision: nil, by: $1) }
            try await bench.store.change(as: .test("ola")) {
                _ = try $0.suspend("rita", in: "acme", comment: "Stolen.", by: .test("ola"))
            }
            // The review that she had claimed is free again.
            #expect(try await bench.states()[1] == .submitted)
            try await bench.act("rob") { try $0.claim(1, of: Self.app, revision: nil, by: $1) }
            try await bench.act("rob") { try $0.approve(1, of: Self.app, comment: nil, revision: nil, by: $1) }
            #expect(try await bench.states()[1] == .inReview)
            try await bench.store.change(as: .test("rob")) { try $0.removeAccount("rob") }
            #expect(try await bench.states()[1] == .submitted)
            try await bench.act("ray") { try $0.claim(1, of: Self.app, revision: nil, by: $1) }
            try await bench.act("ray") { try $0.approve(1, of: Self.app, comment: nil, revision: nil, by: $1) }
            #expect(try await bench.states()[1] == .inReview)
        }
    }

    @Test("They are read from the manifest of what is uploaded", arguments: BackEnd.sample(1))
    func upload(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            var app = SampleMiniApp()
            app.members["req_permissions"] = [
                ["name": "payments", "reason": "You pay for lunch."], ["name": "user.name"],
            ]
            let answer = try await center.upload(app)
            #expect(answer.status == 201)
            let version = try await center.people.store.read { try $0.version(1, of: MiniAppID("com.example.sample")!) }
            #expect(version?.criticalPermissions == ["payments"])
        }
    }
}
