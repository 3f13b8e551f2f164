import AtollCatalog
import AtollPackages
import AtollPublishing
import AtollTestSupport
import DurableFiles
import Foundation
import SQLStatements
import SignedJSON
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("Withdrawing versions")
struct WithdrawalTests {
    private static let id = MiniAppID("com.example.sample")!

    private func told(_ center: TestCenter) async throws -> [String] {
        try await (center.center.repository.descriptor(of: Self.id)?.releases ?? []).map {
            "\(try ReleaseStatement(parsing: $0.statement.bytes).version.code) \($0.state.rawValue)"
        }
    }

    /// The codes that a search finds; checks that the listing by id agrees.
    private func found(_ center: TestCenter) async throws -> [Int] {
        let token = try await center.token()
        let answer = try await center.send("GET", "/v1/miniapps", token: token)
        let page = try JSONDecoder.center.decode(MiniAppListingPage.self, from: answer.body)
        let listed = try await center.send("GET", "/v1/miniapps/\(Self.id)", token: token)
        let codes = page.items.map(\.version.code)
        #expect(listed.status == (codes.isEmpty ? 404 : 200))
        return codes
    }

    private func withdraw(_ code: Int, _ center: TestCenter, isDryRun: Bool = false) async throws -> Withdrawal {
        try await PublishingClient(center: center.address, apiKey: center.apiKey)
            .withdraw(code, of: Self.id, reason: "It crashes.", isDryRun: isDryRun)
    }

    private func upload(_ codes: Int..., to center: TestCenter, floor: Int = 0) async throws {
        for code in codes {
            let package = try MiniAppPackage(archive: SampleMiniApp(id: Self.id.rawValue, code: code).archive)
            let client = PublishingClient(center: center.address, apiKey: center.apiKey)
            _ = try await client.publish(
                package, by: TestTrust.publisher, superApps: [TestTrust.superApp],
                signers: [center.trust.publisherKey.signer], floor: floor)
        }
    }

    @Test(
        "Devices go back to the previous version, which searches find; a dry run or a repetition changes nothing",
        arguments: BackEnd.allCases)
    func back(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await upload(1, 2, to: center)
            #expect(try await withdraw(2, center, isDryRun: true).fallback?.code == 1)
            #expect(try await told(center) == ["2 live"])
            for _ in 0..<2 {
                let withdrawal = try await withdraw(2, center)
                #expect(withdrawal.version.code == 2 && withdrawal.fallback?.code == 1)
                #expect(try await told(center) == ["1 live", "2 withdrawn"])
                #expect(try await found(center) == [1])
            }
            let device = try TemporaryDirectory()
            #expect(try await center.releases(in: device.url).release(of: Self.id).statement.version.code == 1)
            let listed = try await center.send("GET", "/v1/miniapps/\(Self.id)/versions", token: center.apiKey)
            #expect(String(decoding: listed.body, as: UTF8.self).contains(#""reason":"It crashes.""#))
            // The next version must have a higher code than all of them.
            #expect(try await center.upload(SampleMiniApp(id: Self.id.rawValue, code: 2)).status == 409)
            try await upload(3, to: center)
            #expect(try await told(center) == ["3 live"])
            #expect(try await found(center) == [3])
            #expect(try await withdraw(1, center).fallback?.code == 3)
            #expect(try await told(center) == ["3 live"])
            #expect(try await withdraw(3, center).fallback == nil, "2 and 1 are withdrawn too")
            #expect(try await told(center) == ["3 withdrawn"])
            #expect(try await found(center) == [])
            await #expect(throws: CatalogError.notAccepted(.withdrawn)) {
                _ = try await center.releases(in: device.url).release(of: Self.id)
            }
            try await upload(4, to: center)
            #expect(try await found(center) == [4])
        }
    }

    @Test("Devices never go back below a floor, nor to a version that they would refuse", arguments: BackEnd.sample(1))
    func floors(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await upload(1, to: center)
            try await upload(2, to: center, floor: 2)
            #expect(try await withdraw(2, center, isDryRun: true).fallback == nil)
            try await upload(3, to: center, floor: 2)
            try await upload(4, to: center, floor: 2)
            #expect(try await withdraw(4, center).fallback?.code == 3)
            // The review team sets a floor of 3, which the Center applies immediately.
            try await center.ceremony {
                try $0.set(
                    PublisherFile(TestTrust.publisher, keys: [center.trust.publisherKey.key], floors: [Self.id: 3]))
            }
            #expect(try await withdraw(3, center).fallback == nil)
            try await upload(5, to: center, floor: 5)
            #expect(try await withdraw(5, center, isDryRun: true).fallback == nil)
        }
    }

    @Test("A new device enforces the review team's floor, whatever the Center shows it", arguments: BackEnd.sample(0))
    func newDevice(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await upload(1, 2, to: center)
            let old = try #require(try await center.center.repository.descriptor(of: Self.id))
            _ = try await withdraw(2, center)
            try await center.ceremony {
                try $0.set(
                    PublisherFile(TestTrust.publisher, keys: [center.trust.publisherKey.key], floors: [Self.id: 3]))
            }
            for descriptor in [
                old,
                // The old statement alone, which has no floor.
                ReleaseDescriptor(
                    app: Self.id,
                    releases: [.init(try #require(try await statement(1, center)), salt: "", approved: Date())]),
            ] {
                try await center.center.repository.publish([descriptor])
                let code = try ReleaseStatement(parsing: descriptor.releases[0].statement.bytes).version.code
                await #expect(throws: CatalogError.notAccepted(.belowFloor(code: code, floor: 3))) {
                    _ = try await center.releases(in: TemporaryDirectory().url).release(of: Self.id)
                }
            }
        }
    }

    /// Sets the database back to before withdrawals, when this version was live.
    private func restore(_ code: Int, _ center: TestCenter) async throws {
        try await center.execute(
            """
            UPDATE version SET withdrawn = NULL; UPDATE mini_app SET current_code = \(code);
            UPDATE version_state SET state = 'superseded', permyriad = 0;
            UPDATE version_state SET state = 'live', permyriad = 10000 WHERE code = \(code)
            """)
    }

    private func statement(_ code: Int, _ center: TestCenter) async throws -> SignedStatement? {
        try await center.center.store.versions(of: Self.id).first { $0.listing.version.code == code }?.statement
    }

    @Test(
        "A start announces earlier withdrawals, and an older database brings nothing back", arguments: BackEnd.sample(1)
    )
    func recovery(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd, intervals: .resting) { center in
            try await upload(1, 2, to: center)
            // As if the process had been killed before the announcement.
            _ = try await center.center.people.store.change(by: .system) { change in
                let version = try #require(try change.view.version(2, of: Self.id))
                return try change.withdraw(version, fallback: 1, reason: "It crashes.")
            }
            #expect(try await told(center) == ["2 live"])
            try await center.center.pipeline.recover()
            #expect(try await told(center) == ["1 live", "2 withdrawn"])
            // As in a database from before the withdrawal.
            try await restore(2, center)
            try await center.center.pipeline.recover()
            #expect(try await told(center) == ["1 live", "2 withdrawn"])
            // Nor do later operations bring it back: the database contains the withdrawal again.
            _ = try await center.put("/v1/miniapps/\(Self.id)/access", #"{"roles": [], "minimumHost": "0.5"}"#)
            #expect(try await told(center) == ["1 live", "2 withdrawn"])
            #expect(try await found(center) == [1])
            // The same without a version to go back to.
            _ = try await withdraw(1, center)
            #expect(try await told(center) == ["2 withdrawn"])
            try await center.execute(
                """
                UPDATE version SET withdrawn = NULL WHERE code = 1;
                UPDATE version_state SET state = 'live', permyriad = 10000 WHERE code = 1
                """)
            try await center.center.pipeline.recover()
            #expect(try await told(center) == ["2 withdrawn"])
            #expect(try await found(center) == [])
        }
    }

    @Test("A database without the withdrawn version leaves the descriptor unchanged", arguments: BackEnd.sample(0))
    func olderDatabase(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await upload(1, 2, to: center)
            _ = try await withdraw(2, center)
            try await center.execute("DELETE FROM version WHERE code = 2")
            try await center.center.pipeline.recover()
            #expect(try await told(center) == ["1 live", "2 withdrawn"])
        }
    }

    @Test(
        "If several versions were withdrawn, a restored database recovers all withdrawals", arguments: BackEnd.sample(1)
    )
    func olderDatabaseWithoutWithdrawals(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await upload(1, 2, 3, to: center)
            _ = try await withdraw(3, center)
            _ = try await withdraw(2, center)
            try await restore(3, center)
            try await center.center.pipeline.recover()
            try await upload(4, to: center)
            #expect(try await withdraw(4, center).fallback?.code == 1)
            #expect(try await told(center) == ["1 live", "4 withdrawn"])
        }
    }

    @Test(
        "With a restored database, no request can replace a release that the database does not contain",
        arguments: BackEnd.sample(0))
    func olderDatabaseWithoutVersion(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await upload(1, 2, 3, to: center)
            let fourth = try #require(try await center.center.repository.descriptor(of: Self.id))
            try await center.execute(
                """
                DELETE FROM version WHERE code = 3; UPDATE mini_app SET current_code = 2;
                UPDATE version_state SET state = 'live', permyriad = 10000 WHERE code = 2
                """)
            try await center.center.pipeline.recover()
            await #expect {
                _ = try await withdraw(1, center)
            } throws: { error in
                guard case PublishingFailure.refused(409, "older-database"?, _) = error else { return false }
                return true
            }
            let access = try await center.put("/v1/miniapps/\(Self.id)/access", #"{"roles": [], "minimumHost": "0.5"}"#)
            #expect(access.status == 409 && access.member("rule") == "older-database")
            #expect(
                try await center.upload(SampleMiniApp(id: Self.id.rawValue, code: 3)).member("rule") == "older-database"
            )
            #expect(try await center.center.repository.descriptor(of: Self.id) == fourth)
            try await upload(4, to: center)
            #expect(try await told(center) == ["4 live"])
        }
    }

    @Test(
        "A floor that devices were meant to forget does not come back with a withdrawn version",
        arguments: BackEnd.sample(1))
    func epochs(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await upload(1, to: center)
            try await upload(2, to: center, floor: 2)
            try await center.ceremony {
                try $0.set(
                    PublisherFile(
                        TestTrust.publisher, keys: [center.trust.publisherKey.key], floorsEpochs: [Self.id: 1]))
            }
            #expect(try await withdraw(2, center).fallback?.code == 1)
            let device = try TemporaryDirectory()
            #expect(try await center.releases(in: device.url).release(of: Self.id).statement.version.code == 1)
        }
    }

    @Test(
        "A withdrawal that could not be announced is reported to the caller, and announced later",
        arguments: BackEnd.sample(0))
    func untold(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd, intervals: .resting) { center in
            try await upload(1, 2, to: center)
            let publisher = center.center.pipeline
            await DiskFault.$fault.withValue({ _ in .ENOSPC }) {
                await #expect(throws: CenterError.untold(2)) {
                    _ = try await publisher.withdraw(
                        2, of: Self.id, reason: "It crashes.", isDryRun: false, by: .system, at: Date()
                    ) { _, _ in }
                }
                await publisher.announceDue()
            }
            await publisher.announceDue()
            #expect(try await told(center) == ["1 live", "2 withdrawn"])
        }
    }

    @Test(
        "After a withdrawal and a rotation of keys, the live version can be signed again", arguments: BackEnd.sample(1))
    func resigning(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let client = PublishingClient(center: center.address, apiKey: center.apiKey)
            await #expect(throws: PublishingFailure.nothingPublished(Self.id)) {
                try await client.resign(Self.id, signers: [center.trust.publisherKey.signer]) { _, _ in true }
            }
            try await upload(1, 2, to: center)
            _ = try await withdraw(2, center)
            let next = PrivateKey()
            try await center.ceremony { try $0.set(PublisherFile(TestTrust.publisher, keys: [next.key])) }
            await #expect(throws: PublishingFailure.foreignStatement(Self.id)) {
                try await client.resign(Self.id, signers: [next.signer]) { _, _ in false }
            }
            try await client.resign(Self.id, signers: [next.signer]) { shown, _ in shown.version.code == 1 }
            let device = try TemporaryDirectory()
            #expect(try await center.releases(in: device.url).release(of: Self.id).statement.version.code == 1)
        }
    }

    @Test("A failed upload in a new epoch keeps the version that devices went back to", arguments: BackEnd.sample(0))
    func newEpoch(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await upload(1, 2, to: center)
            _ = try await withdraw(2, center)
            let store = center.center.store
            var version = try #require(try await store.versions(of: Self.id).last)
            #expect(version.listing.version.code == 1)
            version.epoch = 1
            let (first, previous) = (version, try await store.lastStatement(of: Self.id))
            await #expect(throws: CenterError.currentChanged) {
                try await store.change(Self.id) { session in
                    let change = Transaction(session: session, actor: .system, now: Date())
                    try change.takeTurn()
                    _ = try change.addDraft(first, asking: [], after: previous, for: nil, by: nil)
                    let left = try VersionRows(session).versions(where: "id = \(.text(Self.id.rawValue))")
                    #expect(left.map(\.epoch) == [1], "those of the epoch before are voided")
                    throw CenterError.currentChanged
                }
            }
            #expect(try await store.currentVersion(of: Self.id)?.listing.version.code == 1)
            #expect(try await store.versions(of: Self.id).map(\.isWithdrawn) == [true, false])
        }
    }

    @Test("What was withdrawn stays so when something else changes", arguments: BackEnd.sample(1))
    func otherChanges(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await upload(1, 2, 3, to: center)
            #expect(try await withdraw(3, center).fallback?.code == 2)
            #expect(try await !center.center.store.isAnythingDue())
            #expect(try await center.center.store.versions(of: Self.id).map(\.listing.version.code) == [3, 2, 1])
            // Another minimum version of the super app leaves it withdrawn.
            #expect(
                try await center.put(
                    "/v1/miniapps/\(Self.id)/access", #"{"roles": [], "minimumHost": "0.5"}"#
                ).status == 204)
            #expect(try await told(center) == ["2 live", "3 withdrawn"])
        }
    }

    @Test(
        "An invalid withdrawal is refused",
        arguments: [
            ("2", #"{"reason": "x"}"#, 404, "code"), ("0", #"{"reason": "x"}"#, 400, "code"),
            ("-1", #"{"reason": "x"}"#, 400, "code"), ("9223372036854775808", #"{"reason": "x"}"#, 400, "code"),
            ("1e0", #"{"reason": "x"}"#, 400, "code"), ("1", "{}", 400, "reason"),
            ("1", #"{"reason": ""}"#, 400, "reason"), ("1", #"{"reason": " \n "}"#, 400, "reason"),
            ("1", #"{"reason": 1}"#, 400, "reason"), ("1", "", 400, "body"), ("1", "[", 400, "body"),
            // A misspelled "isDryRun" must not lead to a withdrawal.
            ("1", #"{"reason": "x", "isDryrun": true}"#, 400, "isDryrun"),
            // @ and a number stand for a reason with that many characters.
            ("1", #"{"reason": "@501"}"#, 400, "reason"), ("1", #"{"reason": "@10000"}"#, 413, "body"),
        ])
    func hostile(code: String, body: String, status: Int, subject: String) async throws {
        try await TestCenter.run { center in
            try await upload(1, to: center)
            let path = "/v1/miniapps/\(Self.id)/versions/\(code)/withdraw"
            let body = body.replacing(/@(\d+)/) { String(repeating: "x", count: Int($0.1) ?? 0) }
            let answer = try await center.send("POST", path, token: center.apiKey, body: Data(body.utf8))
            #expect(answer.status == status && answer.member("subject") == subject)
            #expect(try await center.send("POST", path, body: Data(body.utf8)).status == 401)
            let other = try await center.center.apiKeys.create(
                for: TestTrust.publisher, scopes: [.access, .catalog], expires: .distantFuture)
            #expect(try await center.send("POST", path, token: other.text, body: Data(body.utf8)).status == 403)
            #expect(try await told(center) == ["1 live"])
        }
    }
}
