import AtollPackages
import AtollTestSupport
import Foundation
import SignedJSON
import Testing

@testable import AtollCatalog
@testable import AtollWeb

/// Who receives a release that goes to a share of all: devices by their install ids, users of the web shell by names of
/// their own.
@Suite("Releases to a share of all devices")
struct RolloutTests {
    private static let count = TestLength.of(short: 20_000, long: 100_000)
    /// By which a share may be off: more than three times what it is by chance.
    private static let tolerance = TestLength.isLong ? 0.005 : 0.011
    private let key = PrivateKey()
    private let app = MiniAppID("com.example.sample")!
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// The ids by which releases tell devices, or the users of the web shell, apart: the same ones in each run, for a
    /// share that random ones get is off by more than ``tolerance`` once in several hundred runs.
    enum Host: CaseIterable, Sendable {
        case app, web

        func ids() throws -> [String] {
            switch self {
            case .app:
                var generator = SeededGenerator(seed: 36)
                return (0..<RolloutTests.count).map { _ in
                    let bytes = (generator.next(), generator.next())
                    return UUID(uuid: withUnsafeBytes(of: bytes) { $0.load(as: uuid_t.self) }).uuidString
                }
            case .web:
                let directory = try TemporaryDirectory()
                let keyFile = directory.url.appending(path: "key")
                try Data(repeating: 36, count: 32).write(to: keyFile)
                let names = try PairwiseNames(keyFile: keyFile)
                return (0..<RolloutTests.count).map { names.rolloutID(of: "user-\($0)") }
            }
        }
    }

    private func release(
        _ code: Int, permyriad: Int = 10_000, salt: String = "s", isHeld: Bool = false, groups: [String] = [],
        state: ReleaseDescriptor.State = .live
    ) throws -> ReleaseDescriptor.Release {
        let package = try MiniAppPackage(archive: SampleMiniApp(id: app.rawValue, code: code).archive)
        let statement = ReleaseStatement(
            of: package, repository: SHA256Hash(of: Data()), superApps: ["com.example.super"],
            publisher: TestTrust.publisher, floor: 0, previous: nil, created: now)
        return .init(
            try SignedStatement(statement, signedBy: [key.signer]), state: state, permyriad: permyriad, salt: salt,
            isHeld: isHeld, groups: groups, approved: now)
    }

    @Test("The share is what was said, grows with it, and is another one for another version", arguments: Host.allCases)
    func share(_ host: Host) throws {
        let ids = try host.ids()
        var before: Set<String> = []
        for permyriad in [100, 1_000, 5_000] {
            let release = try release(2, permyriad: permyriad)
            let included = Set(ids.filter { release.includes(installID: $0) })
            let share = Double(included.count) / Double(Self.count)
            #expect(abs(share - Double(permyriad) / 10_000) < Self.tolerance, "\(share) instead of \(permyriad)")
            #expect(included.isSuperset(of: before), "whoever was in stays in")
            before = included
        }
        // Independent of the next version's: a table of two by two, whose chi-squared is below 10.8 in 999 of 1,000.
        let other = try release(3, permyriad: 5_000, salt: "other")
        let both = ids.count { before.contains($0) && other.includes(installID: $0) }
        let second = ids.count { other.includes(installID: $0) }
        var statistic = 0.0
        for (observed, expected) in [
            (both, before.count * second), (before.count - both, before.count * (Self.count - second)),
            (second - both, (Self.count - before.count) * second),
            (Self.count - before.count - second + both, (Self.count - before.count) * (Self.count - second)),
        ] {
            let mean = Double(expected) / Double(Self.count)
            statistic += (Double(observed) - mean) * (Double(observed) - mean) / mean
        }
        // So far out by chance once in 10,000 runs.
        #expect(statistic < 15.1)
    }

    private func policy(_ id: String, running: Int? = nil, groups: Set<String> = []) -> ReleasePolicy {
        ReleasePolicy(
            repository: SHA256Hash(of: Data()), host: HostIdentity(superApp: "com.example.super", version: "1.0"),
            installID: id, groups: groups, proven: running, now: now)
    }

    /// The version that a device runs, or nil.
    private func choice(
        _ id: String, _ releases: [ReleaseDescriptor.Release], running: Int? = nil, groups: Set<String> = []
    ) -> Int? {
        var floor = 0
        return try? policy(id, running: running, groups: groups).choose(
            from: ReleaseDescriptor(app: app, releases: releases), of: app,
            by: PublisherFile(TestTrust.publisher, keys: [key.key]), floor: &floor
        ).statement.version.code
    }

    @Test(
        "Whoever runs a version keeps it when its share is lowered, on hold and resumed; withdrawing takes it from all",
        arguments: Host.allCases)
    func running(_ host: Host) throws {
        let ids = try host.ids().prefix(TestLength.of(short: 100, long: 300))
        let live = try release(1)
        let half = try release(2, permyriad: 5_000)
        let stages = [
            half, try release(2, permyriad: 100), try release(2, permyriad: 5_000, isHeld: true),
            try release(2, permyriad: 100, isHeld: true), try release(2, permyriad: 7_500),
        ]
        var runs = 0
        for id in ids {
            guard choice(id, [live, half]) == 2 else {
                #expect(!half.includes(installID: id))
                #expect(choice(id, [live, stages[2]], running: 1) == 1, "nobody gets it while it is on hold")
                continue
            }
            runs += 1
            for stage in stages { #expect(choice(id, [live, stage], running: 2) == 2) }
            #expect(choice(id, [live, try release(2, state: .withdrawn)], running: 2) == 1)
        }
        #expect((ids.count / 3...ids.count * 2 / 3).contains(runs))
    }

    @Test("The rules for running versions hold for every id", arguments: Host.allCases)
    func runningEverywhere(_ host: Host) throws {
        let half = try release(2, permyriad: 5_000)
        let statement = try ReleaseStatement(parsing: half.statement.bytes)
        let stages = [
            half, try release(2, permyriad: 100), try release(2, permyriad: 5_000, isHeld: true),
            try release(2, permyriad: 100, isHeld: true), try release(2, permyriad: 7_500),
        ]
        let withdrawn = try release(2, state: .withdrawn)
        func admits(_ id: String, _ release: ReleaseDescriptor.Release, running: Int?) -> Bool {
            (try? policy(id, running: running).admit(release, statement, floor: 0)) != nil
        }
        var runs = 0
        var wrong: [String] = []
        for id in try host.ids() {
            let isIn = admits(id, half, running: nil)
            runs += isIn ? 1 : 0
            // Devices that run the version retain it. While it is held, other devices don't get it.
            let isKept = stages.allSatisfy { admits(id, $0, running: 2) }
            let isHeldBack = !admits(id, stages[2], running: 1)
            if !isKept || !isHeldBack || admits(id, withdrawn, running: 2) { wrong.append(id) }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(3))")
        #expect(abs(Double(runs) / Double(Self.count) - 0.5) < Self.tolerance)
    }

    @Test("A group gets a release whatever the share, and not while it is on hold")
    func groups() throws {
        let live = try release(1)
        let beta = try release(2, permyriad: 0, groups: ["beta", "staff"])
        #expect(choice("a", [live, beta]) == 1)
        #expect(choice("a", [live, beta], groups: ["other"]) == 1)
        #expect(choice("a", [live, beta], groups: ["other", "beta"]) == 2)
        #expect(
            choice("a", [live, try release(2, permyriad: 0, isHeld: true, groups: ["beta"])], groups: ["beta"]) == 1)
    }

    @Test("What the Center says of a release reaches devices as it was said; what it can't say is refused")
    func descriptor() throws {
        let descriptor = ReleaseDescriptor(
            app: app,
            releases: [
                try release(1), try release(2, permyriad: 250, isHeld: true, groups: ["a", "b", "c", "d", "e"]),
            ])
        #expect(try ReleaseDescriptor(parsing: descriptor.encoded()) == descriptor)
        let plain = String(decoding: ReleaseDescriptor(app: app, releases: [try release(1)]).encoded(), as: UTF8.self)
        #expect(!plain.contains("held") && !plain.contains("groups"), "devices of before get what they know")
        let text = String(decoding: descriptor.encoded(), as: UTF8.self)
        for (old, new) in [
            (#""held":true"#, #""held":1"#), (#""held":true"#, #""held":"yes""#), (#"["a","b","c","d","e"]"#, "7"),
            (#"["a","b","c","d","e"]"#, #"["a","b","c","d","e","f"]"#), (#"["a","b","c","d","e"]"#, "[1]"),
        ] {
            #expect(text.contains(old))
            #expect(throws: ReleaseRefusal.self) {
                try ReleaseDescriptor(parsing: Data(text.replacing(old, with: new).utf8))
            }
        }
    }
}
