import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

/// A database from an older copy, beside a repository that knows better.
@Suite("A database that is older than what devices were told")
struct RestoredDatabaseTests {
    private static let app = MiniAppID("com.example.sample")!

    private func states(_ center: TestCenter) async throws -> [String] {
        try await center.people.store.read { view in
            try view.versions(of: Self.app, limit: 10).map { "\($0.code) \($0.state.rawValue)" }
        }
    }

    /// Announces releases to devices, with this share and state of some versions, and brings the database into states.
    private func restore(
        _ states: [Int: String], told: [(code: Int, share: Int, state: ReleaseDescriptor.State)],
        held: Set<Int> = [], isQuarantined: Bool = false, _ center: TestCenter
    ) async throws {
        let versions = try await center.center.store.versions(of: Self.app)
        let releases = told.compactMap { release in
            versions.first { $0.code == release.code }.map {
                ReleaseDescriptor.Release(
                    $0.statement, state: release.state, permyriad: release.share, salt: "s",
                    isHeld: held.contains(release.code), approved: Date())
            }
        }
        let cleared = "UPDATE version_state SET state = 'draft', permyriad = 0, wish = 'automatic'; DELETE FROM due"
        try await center.execute(cleared)
        for (code, state) in states {
            let share = state == "live" ? 10_000 : state == "rollingOut" ? 100 : 0
            try await center.execute(
                "UPDATE version_state SET state = '\(state)', permyriad = \(share) WHERE code = \(code)")
        }
        try await center.center.repository.publish([
            ReleaseDescriptor(app: Self.app, isQuarantined: isQuarantined, releases: releases)
        ])
    }

    private func run(
        on backEnd: BackEnd, _ body: @Sendable @escaping (TestCenter) async throws -> Void
    ) async throws {
        try await TestCenter.run(on: backEnd) { (center: TestCenter) async throws in
            for code in 1...3 { try await center.upload(SampleMiniApp(id: Self.app.rawValue, code: code)) }
            try await body(center)
        }
    }

    @Test("A quarantine stays one, and can be ended", arguments: BackEnd.allCases)
    func quarantine(_ backEnd: BackEnd) async throws {
        try await run(on: backEnd) { center in
            try await restore(
                [1: "superseded", 2: "superseded", 3: "live"], told: [(3, 10_000, .withdrawn)], isQuarantined: true,
                center)
            try await center.center.pipeline.recover()
            #expect(try await states(center) == ["3 live", "2 superseded", "1 superseded"])
            let reason = try await center.people.store.read { try $0.miniApp(Self.app)?.quarantine }
            #expect(reason != nil)
            _ = try await center.people.store.change(by: .operator) {
                try $0.setQuarantine(nil, of: Self.app.rawValue, by: .operator)
            }
            try await center.center.pipeline.release()
            let told = try await center.center.repository.descriptor(of: Self.app)
            #expect(told?.isQuarantined == false && told?.releases.map(\.state) == [.live])
        }
    }

    @Test("A withdrawn rollout stays withdrawn, and what waited does not follow", arguments: BackEnd.sample(1))
    func rollout(_ backEnd: BackEnd) async throws {
        try await run(on: backEnd) { center in
            try await restore(
                [1: "live", 2: "rollingOut", 3: "approved"], told: [(1, 10_000, .live), (2, 10_000, .withdrawn)], center
            )
            try await center.center.pipeline.recover()
            #expect(try await states(center) == ["3 approved", "2 withdrawn", "1 live"])
        }
    }

    @Test("A rollout that devices know does not hide a withdrawal, and continues", arguments: BackEnd.sample(0))
    func hidden(_ backEnd: BackEnd) async throws {
        try await run(on: backEnd) { center in
            try await restore(
                [1: "superseded", 2: "live", 3: "approved"], told: [(1, 10_000, .live), (3, 100, .live)], center)
            try await center.center.pipeline.recover()
            #expect(try await states(center) == ["3 rollingOut", "2 withdrawn", "1 live"])
            let told = try await center.center.repository.descriptor(of: Self.app)?.releases.map(\.permyriad)
            #expect(told == [10_000, 100])
            #expect(try await center.people.store.read { try AuditLog.problems($0.session) }.isEmpty)
        }
    }

    @Test("A repository that is older than the database follows it", arguments: BackEnd.sample(1))
    func olderRepository(_ backEnd: BackEnd) async throws {
        try await run(on: backEnd) { center in
            try await restore(
                [1: "superseded", 2: "live", 3: "rollingOut"], told: [(1, 10_000, .live), (2, 100, .live)], center)
            try await center.center.pipeline.recover()
            #expect(try await states(center) == ["3 rollingOut", "2 live", "1 superseded"])
            let told = try await center.center.repository.descriptor(of: Self.app)?.releases.map(\.permyriad)
            #expect(told == [10_000, 100])
        }
    }

    @Test("A release that was held stays so, and one that was completed is live", arguments: BackEnd.sample(0))
    func further(_ backEnd: BackEnd) async throws {
        try await run(on: backEnd) { center in
            let before = [1: "superseded", 2: "live", 3: "rollingOut"]
            try await restore(before, told: [(2, 10_000, .live), (3, 500, .live)], held: [3], center)
            try await center.center.pipeline.recover()
            #expect(try await states(center) == ["3 held", "2 live", "1 superseded"])
            let share = try await center.people.store.read { try $0.version(3, of: Self.app)?.permyriad }
            #expect(share == 500)
            for state in ["rollingOut", "held"] {
                try await restore([1: "superseded", 2: "live", 3: state], told: [(3, 10_000, .live)], center)
                try await center.center.pipeline.recover()
                #expect(try await states(center) == ["3 live", "2 superseded", "1 superseded"], "\(state)")
            }
        }
    }
}
