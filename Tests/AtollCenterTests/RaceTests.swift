import AtollPackages
import AtollTestSupport
import AtollTrust
import DurableFiles
import Foundation
import Logging
import SignedJSON
import TUF
import Testing

@testable import AtollCenter

@Suite("Concurrent writers of one repository")
struct RaceTests {
    /// The number of rounds; `make test-faults` runs many.
    private static var rounds: Int { TestLength.of(short: 40, long: 500) }

    private static func center(_ trust: TestTrust) -> ReleaseRepository {
        ReleaseRepository(
            RepositoryFolder(trust.repository), keys: trust.centerKeys,
            logger: Logger(label: "") { _ in SwiftLogNoOpLogHandler() },
            now: { Date() })
    }

    /// Keeps the processor busy during `work`.
    private static func keepBusy(_ work: () async throws -> Void) async rethrows {
        let burners = (0..<3).map { _ in
            Task.detached {
                var value = 1
                while !Task.isCancelled {
                    for _ in 0..<100_000 { value = value &* 31 &+ 7 }
                    await Task.yield()
                }
                return value
            }
        }
        defer { for burner in burners { burner.cancel() } }
        try await work()
    }

    @Test(
        "Acknowledged changes survive other writers: two Centers and a ceremony, on a busy machine", .thorough("races"))
    func acknowledged() async throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        let trust = try TestTrust(in: TemporaryDirectory().url)
        let centers = [Self.center(trust), Self.center(trust)]
        var lastVersion = 0
        try await Self.keepBusy {
            for round in 1...Self.rounds {
                let pauses = (0..<3).map { _ in UInt32.random(in: 0...3_000, using: &random) }
                await withTaskGroup(of: Void.self) { group in
                    for (number, center) in centers.enumerated() {
                        group.addTask {
                            usleep(pauses[number])  // sleep: writers take turns at random
                            do {
                                try await center.publish([Self.descriptor(trust, number, round)])
                            } catch {
                                Issue.record("seed \(seed), round \(round): Center \(number): \(error)")
                            }
                        }
                    }
                    group.addTask {
                        usleep(pauses[2])  // sleep: writers take turns at random
                        do {
                            try TUFRepository.retrying {
                                var ceremony = try trust.ceremony()
                                try ceremony.set(
                                    PublisherFile(
                                        TestTrust.publisher, keys: [trust.publisherKey.key],
                                        floors: [MiniAppID("com.example.sample")!: round]))
                                try ceremony.publish()
                            }
                        } catch {
                            Issue.record("seed \(seed), round \(round): the ceremony: \(error)")
                        }
                    }
                }
                let seen = Self.center(trust)
                for number in centers.indices {
                    let app = Self.app(number)
                    let code = try await seen.descriptor(of: app)?.releases.first
                        .map { try ReleaseStatement(parsing: $0.statement.bytes).version.code }
                    #expect(code == round, "seed \(seed), round \(round): \(app) was lost")
                }
                let floors = try await seen.publisher(TestTrust.publisher)?.floors
                #expect(floors?.values.first == round, "seed \(seed), round \(round): the floor was lost")
                var repository = try TUFRepository(
                    opening: trust.repository, signers: [], lifetime: TrustRoles.lifetime(of:))
                let version = try repository.status(of: "timestamp").version
                #expect(
                    version == lastVersion + 3 || lastVersion == 0, "seed \(seed), round \(round): a version went back")
                lastVersion = version
            }
        }
    }

    private static func app(_ number: Int) -> MiniAppID { MiniAppID("com.example.app\(number)")! }

    private static func descriptor(_ trust: TestTrust, _ number: Int, _ code: Int) throws -> ReleaseDescriptor {
        let package = try MiniAppPackage(archive: SampleMiniApp(id: app(number).rawValue, code: code).archive)
        return try ReleaseDescriptor(
            app: app(number),
            releases: [.init(trust.statement(about: package), salt: "", approved: Date())])
    }

    @Test("A process that waits for another is notified once, and gives up after its patience has run out")
    func waiting() async throws {
        let folder = try TemporaryDirectory()
        let first = try FolderTurn(folder.url)
        var told = 0
        #expect(throws: FolderInUse.self) {
            _ = try FolderTurn(folder.url, patience: .milliseconds(100)) { told += 1 }
        }
        #expect(told == 1)
        withExtendedLifetime(first) {}
    }
}
