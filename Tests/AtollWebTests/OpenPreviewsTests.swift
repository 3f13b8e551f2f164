import AtollPackages
import AtollTestSupport
import Foundation
import NIOConcurrencyHelpers
import Testing

@testable import AtollCatalog
@testable import AtollCenter
@testable import AtollCenterDomain
@testable import AtollCenterSignIn
@testable import AtollWeb

/// The previews that a shell's users have open.
@Suite("Open previews")
struct OpenPreviewsTests {
    private static let app = MiniAppID("com.example.sample")!
    private static let id = MiniAppID("preview.com.example.sample")!

    private struct Bench: Sendable {
        let center: TestCenter
        let catalog: MiniAppCatalog
        let previews: OpenPreviews
        private let clock = NIOLockedValueBox(Date())
        private let directory: TemporaryDirectory

        init(_ center: TestCenter) throws {
            self.center = center
            directory = try TemporaryDirectory()
            let transport = HTTPCatalogTransport()
            catalog = MiniAppCatalog(
                center: center.address,
                cache: try MiniAppCache(directory: directory.url.appending(path: "miniapps")),
                releases: try TrustedReleases(
                    directory: directory.url.appending(path: "trust"), anchor: center.trust.anchor,
                    host: TestTrust.host, center: center.address, transport: transport),
                transport: transport
            ) { nil }
            previews = OpenPreviews { [clock] in clock.withLockedValue { $0 } }
        }

        func wait(_ seconds: TimeInterval) { clock.withLockedValue { $0 += seconds } }

        /// Makes a link to the sample.
        func link(opens: Int = 1) async throws -> (id: String, code: PreviewCode) {
            let text = Preview.newCode((0..<16).map { _ in .random(in: .min ... .max) })
            let digest = PeopleService.digest(of: text)
            let made = try await center.center.people.store.change(by: .operator) {
                try $0.makePreview(
                    UUID().uuidString, digest: digest, of: 1, app.rawValue, days: 1, opens: opens, by: .operator)
            }
            return (made.id, try #require(PreviewCode(typed: text)))
        }

        func revoke(_ id: String) async throws {
            try await center.center.people.store.change(by: .operator) {
                try $0.revokePreview(id, of: 1, app.rawValue, by: .operator)
            }
        }

        func preview(_ user: String = "ada") async -> OpenPreviews.Preview? {
            await previews.preview(OpenPreviewsTests.id, of: user, with: catalog)
        }
    }

    private static func run(_ body: @escaping @Sendable (Bench) async throws -> Void) async throws {
        try await TestCenter.run(on: .sqlite) { center in
            try await center.upload(SampleMiniApp())
            try await body(Bench(center))
        }
    }

    @Test("A link that was revoked ends within a minute for who has it open")
    func revoked() async throws {
        try await Self.run { bench in
            let link = try await bench.link()
            #expect(try await bench.previews.open(link.code, for: "ada", with: bench.catalog).isNew)
            #expect(await bench.preview() != nil)
            #expect(await bench.preview("ben") == nil)
            try await bench.revoke(link.id)
            // The last answer counts for a minute.
            #expect(await bench.preview() != nil)
            bench.wait(61)
            #expect(await bench.preview() == nil)
            await #expect(throws: PreviewError.unknown) {
                try await bench.previews.open(link.code, for: "ada", with: bench.catalog)
            }
        }
    }

    @Test("One that expires ends by itself, and one that is good goes on")
    func expires() async throws {
        try await Self.run { bench in
            let link = try await bench.link()
            _ = try await bench.previews.open(link.code, for: "ada", with: bench.catalog)
            for _ in 0..<3 {
                bench.wait(3_600)
                #expect(await bench.preview() != nil)
            }
            bench.wait(86_400)
            #expect(await bench.preview() == nil)
            #expect(await bench.previews.name(of: Self.id, for: "ada") == nil)
        }
    }

    @Test("Opening it again, or twice at once, uses no further opening")
    func again() async throws {
        try await Self.run { bench in
            let link = try await bench.link(opens: 1)
            let new = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<5 {
                    group.addTask {
                        try await bench.previews.open(link.code, for: "ada", with: bench.catalog).isNew
                    }
                }
                return try await group.reduce(into: 0) { count, isNew in count += isNew ? 1 : 0 }
            }
            #expect(new == 1)
            #expect(try await !bench.previews.open(link.code, for: "ada", with: bench.catalog).isNew)
            await #expect(throws: PreviewError.usedUp) {
                try await bench.previews.open(link.code, for: "ben", with: bench.catalog)
            }
        }
    }
}
