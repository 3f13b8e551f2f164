import AtollPackages
import AtollTestSupport
import Foundation
import TUF
import Testing

@testable import AtollCatalog

/// An unreliable network between a device and a real Center.
@Suite("Network faults")
struct FaultProxyTests {
    private static let id = MiniAppID("com.example.sample")!
    private static let count = TestLength.of(short: 80, long: 300)

    /// The operations of a device while the network is bad.
    private enum Operation: CaseIterable {
        case install, update, search, listing
    }

    private struct Outcome {
        let name: String
        let script: FaultProxy.Script
        let operation: Operation
        let error: CatalogError?
    }

    @Test(
        "Scripts of faults: each succeeds after retries, or ends in the right error, and the cache is intact",
        .thorough("faults"),
        arguments: BackEnd.allCases)
    func scripts(_ backEnd: BackEnd) async throws {
        let outcomes = try await TestCenter.run(on: backEnd) { center in
            try await center.upload(.large(code: 1, files: 12, bytes: 1_600))
            let (outcomes, report) = AsyncStream<Outcome>.makeStream()
            try await FaultProxy.run(before: center.address) { proxy, address in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<Self.count {
                        if number >= 10 { _ = try await group.next() }
                        // A newer version is published half-way, so that there is an update.
                        group.addTask { report.yield(try await Self.run(number, center, proxy, address)) }
                    }
                    try await group.waitForAll()
                }
            }
            report.finish()
            var all: [Outcome] = []
            for await outcome in outcomes { all.append(outcome) }
            return all
        }
        #expect(outcomes.count == Self.count)
        for outcome in outcomes { Self.judge(outcome) }
        // The scripts cause both outcomes often.
        #expect(outcomes.count { $0.error == nil } > Self.count / 3)
        #expect(outcomes.count { $0.error != nil } > Self.count / 6)
    }

    private static func script(_ random: inout SeededGenerator) -> FaultProxy.Script {
        // One in four networks has the same fault throughout.
        if Int.random(in: 0..<4, using: &random) == 0 {
            return FaultProxy.Script(always: NetworkFault.allCases.randomElement(using: &random)!)
        }
        var faults: [Int: NetworkFault] = [:]
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            faults[Int.random(in: 0..<11, using: &random)] = NetworkFault.allCases.randomElement(using: &random)!
        }
        return FaultProxy.Script(faults)
    }

    private static func run(
        _ number: Int, _ center: TestCenter, _ proxy: FaultProxy, _ address: URL
    ) async throws -> Outcome {
        var random = SeededGenerator(seed: UInt64(number))
        let script = script(&random)
        let operation = Operation.allCases[number % Operation.allCases.count]
        let name = "device\(number)"
        let directory = try TemporaryDirectory()
        // Long timeouts while the network is good, however busy this machine is, and short ones while it is bad.
        let device = try TestDevice(center, directory.url, at: address.appending(path: name))
        let impatient = try TestDevice(
            center, directory.url, at: address.appending(path: name),
            transport: HTTPCatalogTransport(timeout: .seconds(2), deadline: .seconds(5)))
        if operation == .update {
            // An older version is installed, according to the device.
            _ = try await device.open(id)
            try await device.catalog.cache.removeCachedMiniApp(id: id)
        }
        await proxy.set(script, for: name)
        var found: CatalogError?
        do throws(CatalogError) {
            switch operation {
            case .install, .update: _ = try await impatient.catalog.load(id)
            case .search: _ = try await impatient.catalog.miniApps(text: "sample")
            case .listing: _ = try await impatient.catalog.miniApp(id: id)
            }
        } catch {
            found = error
        }
        #expect(device.faults.isEmpty, "\(name) \(script)")
        // With a good network everything recovers without help.
        await proxy.set(FaultProxy.Script(), for: name)
        let loaded = try await device.open(id)
        #expect(loaded.origin == .current && device.faults.isEmpty, "\(name) \(script)")
        return Outcome(name: name, script: script, operation: operation, error: found)
    }

    private static func judge(_ outcome: Outcome) {
        let faults = Set(outcome.script.faults.values).union(outcome.script.always.map { [$0] } ?? [])
        let text = "\(outcome.name) \(outcome.operation) \(outcome.script): \(String(describing: outcome.error))"
        guard let error = outcome.error else {
            // A permanent fault can't end in success.
            let hopeless: Set<NetworkFault> = [.cut, .truncate, .notFound, .serverError, .stall, .duplicate]
            if let always = outcome.script.always { #expect(!hopeless.contains(always), "\(text)") }
            return
        }
        // A delay is not a fault, and transient faults are retried.
        let harmless: Set<NetworkFault> = [.delay, .slow]
        #expect(!faults.subtracting(harmless).isEmpty, "\(text)")
        if outcome.script.always == nil, outcome.script.faults.count == 1 {
            #expect(faults.isDisjoint(with: [.cut, .serverError, .stall]), "\(text)")
        }
        switch error {
        case .network:
            #expect(!faults.isDisjoint(with: [.cut, .serverError, .stall, .truncate, .duplicate]), "\(text)")
        case .invalidResponse, .corrupted: #expect(!faults.isDisjoint(with: [.truncate, .duplicate, .cut]), "\(text)")
        case .untrusted: #expect(!faults.isDisjoint(with: [.truncate, .duplicate, .notFound]), "\(text)")
        case .notFound, .invalidRequest, .notAccepted: #expect(faults.contains(.notFound), "\(text)")
        default: Issue.record("\(text)")
        }
    }
}
