import AtollPackages
import AtollPublishing
import AtollTestSupport
import Foundation
import SignedJSON
import Testing

@testable import AtollCenter

@Suite("The order in which versions are announced to devices")
struct OrderTests {
    private static let id = MiniAppID("com.example.sample")!

    private func told(_ center: TestCenter) async throws -> Int? {
        try await center.center.repository.descriptor(of: Self.id)?.releases.first
            .map { try ReleaseStatement(parsing: $0.statement.bytes).version.code }
    }

    @Test(
        "Concurrent uploads, new signatures and access changes never announce an older version over a newer one",
        .thorough("races"),
        arguments: BackEnd.allCases)
    func races(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(SampleMiniApp(id: Self.id.rawValue, code: 1))
            for code in 2...12 {
                let current = try #require(try await center.center.store.currentVersion(of: Self.id))
                await withTaskGroup(of: Void.self) { group in
                    let uploaded = Flag()
                    group.addTask {
                        _ = try? await center.upload(SampleMiniApp(id: Self.id.rawValue, code: code))
                        await uploaded.raise()
                    }
                    // Repeatedly, so that some are in progress when the new version is announced.
                    for _ in 0..<8 {
                        group.addTask {
                            while await !uploaded.isRaised {
                                _ = try? await center.center.pipeline.replaceSignatures(
                                    current.statement, of: Self.id, by: TestTrust.publisher, at: Date())
                            }
                        }
                    }
                    group.addTask {
                        _ = try? await center.put(
                            "/v1/miniapps/\(Self.id)/access", #"{"roles": [], "minimumHost": "0.\#(code)"}"#)
                    }
                }
                #expect(try await told(center) == code)
                let descriptor = try await center.center.repository.descriptor(of: Self.id)
                #expect(descriptor?.releases.first?.minimumHost == "0.\(code)")
            }
        }
    }

    @Test(
        "A start announces what the database contains and the repository does not; a newer descriptor is left alone",
        arguments: BackEnd.sample(1))
    func recovery(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(SampleMiniApp(id: Self.id.rawValue, code: 1))
            let first = try #require(try await center.center.repository.descriptor(of: Self.id))
            try await center.upload(SampleMiniApp(id: Self.id.rawValue, code: 2))
            let second = try #require(try await center.center.repository.descriptor(of: Self.id))
            // As in a copy of the repository that is older than the database.
            try await center.center.repository.publish([first])
            #expect(try await told(center) == 1)
            try await center.center.pipeline.recover()
            #expect(try await told(center) == 2)
            // And now a database that is older than the repository.
            try await center.execute(
                """
                DELETE FROM version WHERE code = 2; UPDATE mini_app SET current_code = 1;
                UPDATE version_state SET state = 'live', permyriad = 10000
                """)
            try await center.center.repository.publish([second])
            try await center.center.pipeline.recover()
            #expect(try await told(center) == 2)
        }
    }

    @Test("A code may not jump without the operator's permission", arguments: BackEnd.sample(0))
    func jumps(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            func upload(_ code: Int) async throws -> TestCenter.Answer {
                try await center.upload(SampleMiniApp(id: Self.id.rawValue, code: code))
            }
            #expect(try await upload(20_261_121).status == 201, "the first may be a date")
            #expect(try await upload(20_271_121).status == 201)
            let refused = try await upload(20_281_122)
            #expect(refused.status == 409 && refused.member("rule") == "code-jump")
            #expect(
                refused.member("detail")
                    == "The version code 20281122 is more than 10000 above the last one, 20271121. "
                    + "If this is intended, ask the operator of the Center to allow it with: atoll center allow")
            #expect(try await upload(2_147_483_647).status == 409)
            try await center.center.allowCode(20_281_122, of: Self.id)
            #expect(try await upload(20_281_123).status == 409)
            #expect(try await upload(20_281_122).status == 201)
        }
    }

    @Test(
        "After a stolen key has signed the highest possible code, a new epoch permits lower ones",
        arguments: BackEnd.sample(1))
    func newEpoch(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(SampleMiniApp(id: Self.id.rawValue, code: 5))
            try await center.center.allowCode(.max, of: Self.id)
            #expect(try await center.upload(SampleMiniApp(id: Self.id.rawValue, code: 2_147_483_647)).status == 201)
            #expect(try await center.upload(SampleMiniApp(id: Self.id.rawValue, code: 6)).status == 409)
            try await center.ceremony {
                try $0.set(
                    PublisherFile(
                        TestTrust.publisher, keys: [center.trust.publisherKey.key], floorsEpochs: [Self.id: 1]))
            }
            #expect(try await center.upload(SampleMiniApp(id: Self.id.rawValue, code: 6)).status == 201)
            #expect(try await told(center) == 6)
            #expect(try await center.center.store.versions(of: Self.id).map(\.listing.version.code) == [6, 5])
            let listed = try await center.send("GET", "/v1/miniapps/\(Self.id)", token: try await center.token())
            #expect(listed.status == 200)
            // Within the epoch, the usual rules apply.
            #expect(try await center.upload(SampleMiniApp(id: Self.id.rawValue, code: 6)).status == 409)
            #expect(try await center.upload(SampleMiniApp(id: Self.id.rawValue, code: 7)).status == 201)
        }
    }
}

/// A flag that can be raised once.
private actor Flag {
    private(set) var isRaised = false
    func raise() { isRaised = true }
}
