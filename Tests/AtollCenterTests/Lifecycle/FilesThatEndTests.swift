import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain
@testable import AtollCenterSignIn

#if canImport(AtollCenterPostgres)
import AtollCenterPostgres
#endif

@Suite("Files that nobody needs")
struct FilesThatEndTests {
    private static let app = PeopleBench.app
    private static let day = 86_400.0

    private static func keepUp(_ bench: PeopleBench) async throws {
        try await bench.store.giveUpFiles()
    }

    @Test("They are given up after their time, and the row stays", arguments: BackEnd.allCases)
    func times(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people()
            try await bench.draft(1, lifetime: 999 * Self.day)
            try await bench.act("dev") { try $0.discard(1, of: Self.app, comment: nil, revision: nil, by: $1) }
            try await bench.draft(2, lifetime: 999 * Self.day)
            try await bench.submit(2)
            try await bench.act("rita") { try $0.claim(2, of: Self.app, revision: nil, by: $1) }
            try await bench.act("rita") {
                try $0.reject(2, of: Self.app, reasons: [.other], comment: "No.", revision: nil, by: $1)
            }
            bench.wait(29 * Self.day)
            try await Self.keepUp(bench)
            #expect(try await bench.version(1)?.hasFiles == true)
            bench.wait(2 * Self.day)
            try await Self.keepUp(bench)
            #expect(try await bench.version(1)?.hasFiles == false)
            #expect(try await bench.version(2)?.hasFiles == true)
            bench.wait(150 * Self.day)
            try await Self.keepUp(bench)
            try await Self.keepUp(bench)
            #expect(try await bench.version(2)?.hasFiles == false)
            let rows = try await bench.audit().filter { $0.action == "version:delete-files" }
            #expect(rows.map(\.code) == [2, 1] && rows.allSatisfy { $0.actorKind == "system" })
        }
    }

    @Test("What devices may go back to is kept, until a floor is above it", arguments: BackEnd.allCases)
    func floors(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            try await bench.people(policy: ReviewPolicy(approvals: 0))
            for (code, floor) in [(1, 0), (2, 0), (3, 2)] {
                try await bench.draft(code, floor: floor, lifetime: 999 * Self.day)
                try await bench.submit(code, wish: .automatic)
                _ = try await bench.database.write { try $0.perform("UPDATE version SET is_finished = true") }
            }
            #expect(try await bench.states() == [1: .superseded, 2: .superseded, 3: .live])
            bench.wait(200 * Self.day)
            try await Self.keepUp(bench)
            #expect(try await bench.version(1)?.hasFiles == false)
            #expect(try await bench.version(2)?.hasFiles == true)
            #expect(try await bench.version(3)?.hasFiles == true)
            // It is no longer a way back.
            await #expect(throws: CenterError.self) {
                try await bench.store.change(by: .operator) { try $0.goBack(to: 1, of: MiniAppID(Self.app)!) }
            }
        }
    }

    private static var kept: SampleMiniApp { SampleMiniApp() }
    /// With files that no other has.
    private static var gone: SampleMiniApp {
        var app = SampleMiniApp(id: "com.example.gone")
        app.files["app.js"] = "export const isGone = true;\n"
        return app
    }

    /// Publishes two mini apps, and has one's files given up.
    private static func fill(_ center: TestCenter) async throws {
        #expect(try await center.upload(kept).status == 201)
        #expect(try await center.upload(gone).status == 201)
        for statement in [
            "UPDATE version SET bytes_removed = 1 WHERE mini_app = 'com.example.gone'",
            "UPDATE version_state SET state = 'discarded', permyriad = 0 WHERE mini_app = 'com.example.gone'",
        ] {
            try await center.execute(statement)
        }
    }

    /// Collects, and checks what is left.
    private static func collect(_ center: MiniAppCenter) async throws {
        let blobs = center.stores.blobs
        func list(_ app: SampleMiniApp) throws -> FileList { try MiniAppPackage(archive: app.archive).fileList }
        let (there, lost) = (try list(kept), try list(gone))
        #expect(try await center.collectBlobs() >= 2)
        #expect(try await blobs.read(SHA256Hash(of: lost.encoded())) == nil)
        let script = try #require(lost.digest(ofFileAt: "app.js"))
        #expect(try await blobs.read(script) == nil)
        #expect(try await blobs.read(SHA256Hash(of: there.encoded())) != nil)
        for file in there.files { #expect(try await blobs.read(file.sha256) != nil, "\(file.path)") }
        #expect(try await center.inspect().faults.filter { !$0.contains("com.example.gone") }.isEmpty)
    }

    @Test("Collecting in a folder removes them, and the rest is whole")
    func collectFolder() async throws {
        let directory = try TemporaryDirectory()
        try await TestCenter.run(in: directory) { try await Self.fill($0) }
        let center = try MiniAppCenter(
            CenterConfiguration(
                directory: directory.url, signInKeys: SignInKeySource { Data() }, issuer: "", superApps: []),
            logger: .init(label: "test"))
        try await Self.collect(center)
    }

    #if canImport(AtollCenterPostgres)
    @Test("Collecting in a bucket removes them, and the rest is whole")
    func collectBucket() async throws {
        let directory = try TemporaryDirectory()
        let storage = try await SharedStorage()
        try await storage.takeOver(TestTrust(in: directory.url))
        try await TestCenter.run(in: directory, stores: storage.stores(grace: .zero)) { center in
            try await Self.fill(center)
            try await Self.collect(center.center)
        }
    }
    #endif
}
