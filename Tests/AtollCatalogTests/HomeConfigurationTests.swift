import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCatalog
@testable import AtollCenter

@Suite("A super app's home configuration, on the way to a device")
struct HomeConfigurationTests {
    private static let superApp = "com.example.super"
    private static let first = Data(#"{"off": ["a"]}"#.utf8)
    private static let second = Data(#"{"order": ["b", "a"]}"#.utf8)

    @Test("It is published as a signed target, and a device reads the newest", arguments: BackEnd.allCases)
    func published(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let directory = try TemporaryDirectory()
            let releases = try TestDevice(center, directory.url).catalog.releases
            #expect(try await releases.homeConfiguration(of: Self.superApp) == nil)
            try await center.center.pipeline.setHomeConfiguration(Self.first, of: Self.superApp)
            #expect(try await releases.homeConfiguration(of: Self.superApp) == Self.first)
            try await center.center.pipeline.setHomeConfiguration(Self.second, of: Self.superApp)
            #expect(try await releases.homeConfiguration(of: Self.superApp) == Self.second)
            #expect(try await releases.homeConfiguration(of: "com.example.other") == nil)
            #expect(try await center.center.repository.homeConfiguration(of: Self.superApp) == Self.second)
        }
    }

    @Test("An invalid configuration is not published", arguments: BackEnd.sample(1))
    func refused(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let repository = center.center.repository
            await #expect(throws: HomeConfigurationError.self) {
                try await center.center.pipeline.setHomeConfiguration(Data("{\"a\": 1}".utf8), of: Self.superApp)
            }
            let kept = try await repository.homeConfiguration(of: Self.superApp)
            #expect(kept == nil)
        }
    }

    @Test("With a byte changed on the way it is refused", arguments: BackEnd.sample(0))
    func changed(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let directory = try TemporaryDirectory()
            try await center.center.pipeline.setHomeConfiguration(Self.first, of: Self.superApp)
            let releases = try TestDevice(center, directory.url, transport: Changing()).catalog.releases
            do {
                let found = try await releases.homeConfiguration(of: Self.superApp)
                Issue.record("\(String(describing: found)) was taken")
            } catch {
                guard case .untrusted = error as? CatalogError else {
                    Issue.record("\(error)")
                    return
                }
            }
        }
    }

    /// A network in which an attacker changes the home configuration.
    private struct Changing: CatalogTransport {
        private let base = HTTPCatalogTransport()

        func get(_ request: CatalogRequest) async throws(CatalogError) -> CatalogResponse {
            let answer = try await base.get(request)
            guard request.url.path.contains("_home") else { return answer }
            var body = answer.body
            body[body.startIndex + 9] ^= 1
            return CatalogResponse(status: answer.status, body: body)
        }

        func stream(
            _ request: CatalogRequest, _ take: (CatalogChunk) throws -> Void
        ) async throws(CatalogError) {
            try await base.stream(request, take)
        }
    }
}
