import AtollPackages
import AtollTestSupport
import Foundation
import SignedJSON
import Testing

@testable import AtollCatalog

@Suite("The releases that a device accepts")
struct ReleasePolicyTests {
    private let key = PrivateKey()
    private let app = MiniAppID("com.example.sample")!
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let repository = SHA256Hash(of: Data("root".utf8))

    private func release(
        _ code: Int, floor: Int = 0, state: ReleaseDescriptor.State = .live, permyriad: Int = 10_000,
        minimumHost: String? = nil, denied: [String] = [], change: (inout ReleaseStatement) -> Void = { _ in }
    ) throws -> ReleaseDescriptor.Release {
        let package = try MiniAppPackage(archive: SampleMiniApp(id: app.rawValue, code: code).archive)
        var statement = ReleaseStatement(
            of: package, repository: repository, superApps: ["com.example.super"], publisher: TestTrust.publisher,
            floor: floor, previous: nil, created: now)
        change(&statement)
        return .init(
            try SignedStatement(statement, signedBy: [key.signer]), state: state, permyriad: permyriad, salt: "s",
            permissionsDenied: denied, minimumHost: minimumHost, approved: now)
    }

    /// The chosen code or the refusal, and the floor afterwards.
    private func outcome(
        _ releases: [ReleaseDescriptor.Release], floor: Int = 0, floors: [MiniAppID: Int] = [:],
        version: String = "1.4.2"
    ) -> (code: Int?, refusal: ReleaseRefusal?, floor: Int) {
        let policy = ReleasePolicy(
            repository: repository, host: HostIdentity(superApp: "com.example.super", version: version),
            installID: "device", now: now)
        var floor = floor
        do throws(ReleaseRefusal) {
            let accepted = try policy.choose(
                from: ReleaseDescriptor(app: app, releases: releases), of: app,
                by: PublisherFile(TestTrust.publisher, keys: [key.key], floors: floors), floor: &floor)
            return (accepted.statement.version.code, nil, floor)
        } catch {
            return (nil, error, floor)
        }
    }

    @Test("The highest accepted version is chosen, in any order")
    func highest() throws {
        #expect(outcome([try release(3), try release(5)]).code == 5)
        #expect(outcome([try release(5), try release(3)]).code == 5)
        #expect(outcome([]).refusal == .noRelease(app))
    }

    @Test("A withdrawn version is replaced by the one before it, down to the floor and no further")
    func withdrawal() throws {
        #expect(outcome([try release(3), try release(5, state: .withdrawn)]).code == 3)
        #expect(outcome([try release(5, state: .withdrawn)]).refusal == .withdrawn)
        let below = outcome([try release(3), try release(5, floor: 4, state: .withdrawn)])
        #expect(below.refusal == .withdrawn && below.floor == 4)
    }

    @Test("Floors come from all statements of the publisher, its file and the past, and only rise")
    func floors() throws {
        #expect(outcome([try release(5, floor: 4)]).floor == 4)
        #expect(outcome([try release(5, floor: 4)], floor: 5).floor == 5)
        #expect(outcome([try release(5)], floor: 6).refusal == .belowFloor(code: 5, floor: 6))
        #expect(outcome([try release(5)], floors: [app: 6]).refusal == .belowFloor(code: 5, floor: 6))
        #expect(outcome([try release(5)], floors: [MiniAppID("com.example.other")!: 6]).code == 5)
        // The floor of a release that is still being rolled out counts, too.
        let staged = outcome([try release(3), try release(5, floor: 5, permyriad: 0)])
        #expect(staged.code == nil && staged.floor == 5)
        // The floor of an unsigned statement does not count.
        let forged = ReleaseDescriptor.Release(
            try SignedStatement(signing: release(9, floor: 9).statement.bytes, by: [PrivateKey().signer]), salt: "s",
            approved: now)
        let kept = outcome([try release(3), forged])
        #expect(kept.code == 3 && kept.floor == 0)
    }

    @Test("A staged release is for its share of the devices; the others keep the one before")
    func staged() throws {
        #expect(outcome([try release(3), try release(5, permyriad: 0)]).code == 3)
        #expect(outcome([try release(5, permyriad: 0)]).refusal == .notYet)
        #expect(outcome([try release(3), try release(5, permyriad: 10_000)]).code == 5)
    }

    @Test(
        "Host versions are compared numerically",
        arguments: [
            ("1.4.2", true), ("1.4", true), ("1.4.10", false), ("1.10", false), ("2", false), ("0.9.99", true),
            ("", true),
            ("1.4.2.0", true), ("1.4.2.1", false), ("1.x", true),
        ]
    )
    func hosts(_ minimum: String, _ isAccepted: Bool) throws {
        let found = outcome([try release(5, minimumHost: minimum)])
        #expect(found.code == (isAccepted ? 5 : nil))
        if !isAccepted { #expect(found.refusal == .newerHost(needed: minimum, has: "1.4.2")) }
    }

    @Test("A release for another place or time is refused with its reason")
    func others() throws {
        let elsewhere = SHA256Hash(of: Data())
        let other = MiniAppID("com.example.other")!
        #expect(outcome([try release(5) { $0.repository = elsewhere }]).refusal == .otherRepository(elsewhere))
        #expect(outcome([try release(5) { $0.superApps = ["x"] }]).refusal == .otherSuperApp(["x"]))
        #expect(
            outcome([try release(5) { $0.app = other }]).refusal == .otherMiniApp(other, expected: app.rawValue))
        let past = now.addingTimeInterval(-1)
        #expect(outcome([try release(5) { $0.expires = past }]).refusal == .expired(past))
        #expect(outcome([try release(5) { $0.expires = now }]).refusal == .expired(now))
        #expect(
            outcome([try release(5) { $0.minimumPlatform = 3 }]).refusal == .newerPlatform(needed: 3, has: 2))
    }

    @Test("A version that has run stays while it is live, whatever its share; once withdrawn, it does not")
    func proven() throws {
        func code(_ releases: [ReleaseDescriptor.Release], proven: Int?) throws -> Int? {
            let policy = ReleasePolicy(
                repository: repository, host: HostIdentity(superApp: "com.example.super", version: "1.4.2"),
                installID: "device", proven: proven, now: now)
            var floor = 0
            return try? policy.choose(
                from: ReleaseDescriptor(app: app, releases: releases), of: app,
                by: PublisherFile(TestTrust.publisher, keys: [key.key]), floor: &floor
            ).statement.version.code
        }
        let lowered = [try release(3), try release(5, permyriad: 0)]
        #expect(try code(lowered, proven: nil) == 3)
        #expect(try code(lowered, proven: 3) == 3)
        #expect(try code(lowered, proven: 5) == 5)
        #expect(try code([release(3), release(5, state: .withdrawn)], proven: 5) == 3)
        #expect(try code([release(3), release(5, permyriad: 0, minimumHost: "9.0")], proven: 5) == 3)
    }

    @Test("The users of one device are told apart by their ids")
    func rollout() throws {
        let staged = try release(5, permyriad: 5_000)
        let shares = (0..<400).map { staged.includes(installID: "user \($0)") }
        #expect((120...280).contains(shares.filter { $0 }.count))
    }
}
