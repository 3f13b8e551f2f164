import AtollPackages
import AtollTestSupport
import Foundation
import TUF
import Testing

@testable import AtollCatalog

@Suite("The transport")
struct HTTPCatalogTransportTests {
    @Test("A body over the limit is cut off there")
    func limit() async throws {
        try await TestCenter.run { center in
            var sample = SampleMiniApp()
            sample.files["large.txt"] = (0..<200_000).map { "\($0)" }.joined()
            try await center.upload(sample)
            let digest = BlobDigest(of: Data(sample.files["large.txt"]!.utf8))
            let url = center.address.appending(path: "v1/blobs/\(digest)")
            let whole = try await HTTPCatalogTransport().get(CatalogRequest(url, limit: 5_000_000))
            #expect(BlobDigest(of: whole.body) == digest)
            await #expect(throws: CatalogError.invalidResponse("the body is longer than 1000 bytes")) {
                try await HTTPCatalogTransport().get(CatalogRequest(url, limit: 1_000))
            }
        }
    }

    @Test("A body that never ends costs no more than the limit")
    func endless() async throws {
        try await EndlessServer.run { address in
            await #expect(throws: CatalogError.invalidResponse("the body is longer than 100000 bytes")) {
                try await HTTPCatalogTransport().get(CatalogRequest(address, limit: 100_000))
            }
        }
    }

    @Test("A body that comes too slowly is given up at the deadline, for either transport")
    func slow() async throws {
        try await EndlessServer.run(pause: .milliseconds(50)) { address in
            let error = await #expect(throws: CatalogError.self) {
                try await HTTPCatalogTransport(deadline: 1).get(CatalogRequest(address, limit: 100_000))
            }
            #expect(error == .network("the whole answer did not come within 1 seconds"))
            await #expect(throws: TUFTransportError.network("the whole answer did not come within 1 seconds")) {
                try await HTTPTUFTransport(deadline: 1).get(address, limit: 100_000)
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

    @Test("A call that is cancelled ends, whenever that is")
    func cancellation() async throws {
        try await TestCenter.run { center in
            let transport = HTTPCatalogTransport()
            for round in 0..<300 {
                let task = Task {
                    try await transport.get(CatalogRequest(center.address.appending(path: "health"), limit: 1_000))
                }
                // Before it has begun, while it is under way, and after.
                for _ in 0..<(round % 30) { await Task.yield() }
                task.cancel()
                _ = await task.result
            }
            // Over a connection of its own, which the server takes after all those before: a server that is stopped while it
            // takes one would crash.
            let last = try await HTTPCatalogTransport().get(
                CatalogRequest(center.address.appending(path: "health"), limit: 1_000))
            #expect(last.status == 200)
        }
    }
}
