import AtollCatalog
import AtollPackages
import AtollRuntime
import AtollTestSupport
import Foundation
import Testing

@testable import AtollUI

/// Files of mini apps on the super app's server, as an app reads and writes them.
@Suite("A mini app's files on the server")
struct ServerFilesTests {
    /// A server whose files are those of the shell, and which can fail or be busy.
    private actor Server: CatalogTransport {
        private let router: BridgeRouter
        private let miniApp: MiniAppID
        private(set) var calls = 0
        /// After how many calls it fails, and how often it is busy.
        var failsAfter = Int.max
        var busy = 0

        init(_ files: FolderFiles, _ miniApp: MiniAppID) {
            router = BridgeRouter(methods: BridgeMethod.fileMethods(files))
            self.miniApp = miniApp
        }

        func fail(after count: Int) { failsAfter = calls + count }
        func beBusy(_ times: Int) { busy = times }

        func get(_ request: CatalogRequest) async throws(CatalogError) -> CatalogResponse { throw .network("none") }

        func post(_ json: Data, with request: CatalogRequest) async throws(CatalogError) -> CatalogResponse {
            calls += 1
            guard calls <= failsAfter else { throw .network("off") }
            if busy > 0 {
                busy -= 1
                let limited =
                    #"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32006, "message": "", "data": {"retryAfter": 5}}}"#
                return CatalogResponse(status: 200, body: Data(limited.utf8))
            }
            let context = BridgeContext(
                miniApp: miniApp, version: .init(code: 1, name: "1"), user: .init(pairwiseID: "u", name: "Ada"),
                host: .init(name: "Reef", version: "1", platform: "web"),
                appearance: .init(theme: .light, language: "en", textLanguage: nil))
            return CatalogResponse(status: 200, body: await router.reply(to: json, from: context).message ?? Data())
        }
    }

    private let files: ServerFiles
    private let server: Server
    private let area: StorageArea

    init() throws {
        let miniApp = try #require(MiniAppID("com.example.kudos"))
        let folder = try TemporaryDirectory().url
        server = Server(FolderFiles(directory: folder.appending(path: "files")), miniApp)
        let site = try #require(URL(string: "https://app.example.com"))
        files = ServerFiles(SuperAppServer(site, transport: server) { "secret" }) { _ in }
        area = StorageArea(user: "anybody", miniApp: miniApp)
    }

    @Test("A file in many pieces arrives whole, and comes back whole")
    func pieces() async throws {
        let large = Data((0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        #expect(try await files.write(large, to: "large.bin", at: nil, in: area) == large.count)
        #expect(try await files.write(Data([1, 2]), to: "small.bin", at: nil, in: area) == 2)
        #expect(try await files.write(Data(), to: "empty.bin", at: nil, in: area) == 0)
        #expect(try await files.write(Data([9]), to: "small.bin", at: 2, in: area) == 3)
        #expect(
            try await files.list(in: area) == [
                .init(path: "empty.bin", size: 0), .init(path: "large.bin", size: large.count),
                .init(path: "small.bin", size: 3),
            ])
        let found = try await files.read("large.bin", from: 0, count: 50_000_000, in: area)
        #expect(found.data == large && found.size == large.count)
        let part = try await files.read("large.bin", from: 1_000_000, count: 700_000, in: area)
        #expect(part.data == large[1_000_000..<1_700_000])
        #expect(try await files.read("empty.bin", from: 0, count: 10, in: area).data.isEmpty)
        try await files.removeAll(in: area)
        #expect(try await files.list(in: area).isEmpty)
    }

    @Test("What the server refuses is said, and what breaks off in between leaves nothing", .thorough("faults"))
    func failures() async throws {
        await #expect(throws: FilesError.notFound) { try await files.read("none", from: 0, count: 1, in: area) }
        await #expect(throws: FilesError.badPath) { try await files.write(Data(), to: "../a", at: nil, in: area) }
        await #expect(throws: FilesError.full(limit: 50 * 1_048_576)) {
            try await files.write(Data(count: 51 * 1_048_576), to: "huge", at: nil, in: area)
        }
        #expect(try await files.list(in: area).isEmpty)
        await server.beBusy(3)
        #expect(try await files.write(Data([1]), to: "a", at: nil, in: area) == 1)
        await server.beBusy(100)
        await #expect(throws: FilesError.self) { try await files.list(in: area) }
        await server.beBusy(0)
        await server.fail(after: 1)
        await #expect(throws: FilesError.self) {
            try await files.write(Data(count: 1_000_000), to: "broken", at: nil, in: area)
        }
    }
}
