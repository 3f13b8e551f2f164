import AtollCatalog
import AtollCenterAPI
import AtollPackages
import AtollRuntime
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain
@testable import AtollCenterSignIn
@testable import AtollSandbox
@testable import AtollUI

/// A preview in an app, from the link to the running session.
@MainActor
@Suite("Previews in an app")
struct OpenedPreviewTests {
    nonisolated private static let id = MiniAppID("com.example.sample")!

    nonisolated private static func catalog(_ center: TestCenter, _ directory: URL) throws -> MiniAppCatalog {
        MiniAppCatalog(
            center: center.address, cache: try MiniAppCache(directory: directory.appending(path: "miniapps")),
            releases: try TrustedReleases(
                directory: directory.appending(path: "trust"), anchor: center.trust.anchor, host: TestTrust.host,
                center: center.address, transport: HTTPCatalogTransport()),
            transport: HTTPCatalogTransport()
        ) { nil }
    }

    nonisolated private static func link(in center: TestCenter) async throws -> PreviewLink {
        let code = Preview.newCode((0..<16).map { _ in .random(in: .min ... .max) })
        let digest = PeopleService.digest(of: code)
        _ = try await center.center.people.store.change(by: .operator) {
            try $0.makePreview(
                UUID().uuidString, digest: digest, of: 1, id.rawValue, days: 1, opens: 1, by: .operator)
        }
        return try #require(PreviewLink(typed: code))
    }

    @Test("A session runs it under the id of a preview, and the bar says what it is")
    func runs() async throws {
        let directory = try TemporaryDirectory()
        try await TestCenter.run(on: .sqlite) { center in
            try await center.upload(SampleMiniApp())
            let catalog = try Self.catalog(center, directory.url)
            let link = try await Self.link(in: center)
            let preview = try await catalog.open(link)
            #expect(preview.id.rawValue == "preview.com.example.sample" && preview.version.code == 1)
            let session = await MiniAppSession(preview.id, from: preview.source, bridge: BridgeRouter(methods: []))
            await session.open()
            guard case .running(let loaded) = await session.phase else {
                Issue.record("It does not run.")
                return
            }
            #expect(loaded.miniApp.manifest.id == preview.id)
            let host = MiniAppHostInfo(name: "Lagoon", version: "1", userName: "Ada") { $0.rawValue }
            #expect(host.dataStoreIdentifier(of: preview.id) != host.dataStoreIdentifier(of: Self.id))
            #expect(host.context(for: loaded.miniApp, isDark: false, language: "en").isPreview)
            let view = await PreviewView(preview, session: session, host: host) {}
            let words = await view.words
            #expect(words.hasPrefix("Preview. It may not have been reviewed."))
            // The link could be opened once.
            await #expect(throws: PreviewError.usedUp) { try await catalog.open(link) }
            #expect(PreviewError.usedUp.errorDescription?.contains("as often as it may be") == true)
        }
    }

    @Test("Another mini app is not loaded from it")
    func other() async throws {
        let directory = try TemporaryDirectory()
        try await TestCenter.run(on: .sqlite) { center in
            try await center.upload(SampleMiniApp())
            let preview = try await Self.catalog(center, directory.url).open(Self.link(in: center))
            await #expect(throws: PreviewError.unknown) { try await preview.source.load(Self.id) { _ in } }
        }
    }
}
