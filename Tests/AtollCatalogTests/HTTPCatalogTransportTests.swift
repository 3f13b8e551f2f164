import AtollPackages
import AtollTestSupport
import Foundation
import TUF
import Testing

@testable import AtollCatalog

@Suite("The HTTP transport")
struct HTTPCatalogTransportTests {
    @Test("A body over the limit is cut off there", arguments: BackEnd.allCases)
    func limit(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            var sample = SampleMiniApp()
            sample.files["large.txt"] = (0..<200_000).map { "\($0)" }.joined()
            try await center.upload(sample)
            let digest = SHA256Hash(of: Data(sample.files["large.txt"]!.utf8))
            let url = center.address.appending(path: "v1/blobs/\(digest)")
            let whole = try await HTTPCatalogTransport().get(CatalogRequest(url, limit: 5_000_000))
            #expect(SHA256Hash(of: whole.body) == digest)
            await #expect(throws: CatalogError.invalidResponse("the body is longer than 1000 bytes")) {
                try await HTTPCatalogTransport().get(CatalogRequest(url, limit: 1_000))
            }
        }
    }

    @Test("An endless body costs no more than the limit")
    func endless() async throws {
        try await EndlessServer.run { address in
            await #expect(throws: CatalogError.invalidResponse("the body is longer than 100000 bytes")) {
                try await HTTPCatalogTransport().get(CatalogRequest(address, limit: 100_000))
            }
        }
    }

    @Test("A body that arrives too slowly is abandoned at the deadline, with either transport")
    func slow() async throws {
        try await EndlessServer.run(pause: .milliseconds(50)) { address in
            let error = await #expect(throws: CatalogError.self) {
                try await HTTPCatalogTransport(deadline: .seconds(1)).get(CatalogRequest(address, limit: 100_000))
            }
            #expect(error == .network("the complete response did not arrive within 1 seconds"))
            await #expect(throws: TUFTransportError.network("the complete response did not arrive within 1 seconds")) {
                try await HTTPTUFTransport(deadline: .seconds(1)).get(address, limit: 100_000)
            }
        }
    }

    @Test("The repository's own transport stops at the limit, too")
    func endlessMetadata() async throws {
        try await EndlessServer.run { address in
            await #expect(throws: TUFTransportError.tooLong(limit: 16_384)) {
                try await HTTPTUFTransport().get(address, limit: 16_384)
            }
        }
    }

    @Test("A call ends when it is cancelled, at any time", .thorough("races"), arguments: BackEnd.allCases)
    func cancellation(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let transport = HTTPCatalogTransport()
            for round in 0..<300 {
                let task = Task {
                    try await transport.get(CatalogRequest(center.address.appending(path: "health"), limit: 1_000))
                }
                // Before it has started, while it is in progress, and after it.
                for _ in 0..<(round % 30) { await Task.yield() }
                task.cancel()
                _ = await task.result
            }
            // Over a new connection, which the server accepts after all those before: a server that is stopped while it
            // accepts one would crash.
            let last = try await HTTPCatalogTransport().get(
                CatalogRequest(center.address.appending(path: "health"), limit: 1_000))
            #expect(last.status == 200)
        }
    }
}
