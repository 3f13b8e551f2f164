import AtollCatalog
import AtollPackages
import AtollTestSupport
import Foundation
import Lagoon
import Logging
import ServiceLifecycle
import SwiftUI
import Synchronization
import Testing

@testable import LagoonUI

/// The app and the web site are one super app, with the same users and mini apps.
@MainActor
@Suite("Lagoon as an app, with Lagoon's own server")
struct WholeWayTests {
    private struct Serving: Service {
        let server: LagoonServer
        let opened: AsyncStream<LagoonServer.Addresses>.Continuation
        func run() async throws { try await server.run { opened.yield($0) } }
    }

    @Test("A user signs in with the web site's account, and opens a mini app of its Center")
    func wholeWay() async throws {
        let directory = try TemporaryDirectory()
        let examples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        var configuration = LagoonConfiguration(
            directory: directory.url.appending(path: "server"), miniApps: examples.appending(path: "MiniApps"))
        (configuration.port, configuration.centerPort) = (0, 0)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let (opened, opening) = AsyncStream.makeStream(of: LagoonServer.Addresses.self)
        let server = try LagoonServer(configuration, logger: logger)
        let data = configuration.directory
        try await GracefulService.run(Serving(server: server, opened: opening), logger: logger) {
            for await addresses in opened {
                let root = try Data(contentsOf: data.appending(path: "center/repository/metadata/1.root.json"))
                try await Self.use(addresses, root, in: directory.url.appending(path: "device"))
                return
            }
        }
    }

    private static func use(_ addresses: LagoonServer.Addresses, _ root: Data, in directory: URL) async throws {
        let site = try #require(URL(string: addresses.superApp))
        let keychain = MemoryKeychain()
        func services() throws -> LagoonServices {
            try LagoonServices(
                CatalogConfiguration(
                    center: try #require(URL(string: addresses.center)),
                    host: HostIdentity(superApp: "com.example.lagoon", version: "0.1"),
                    trustAnchor: TrustAnchor(root: root)),
                directory: directory, accounts: LagoonWebAccounts(site: site, keeping: keychain))
        }
        let model = try LagoonModel(services())
        let stage = Stage(LagoonView(model))
        try stage.type("ben", into: "Name")
        try stage.type("wrong", into: "Password")
        try stage.tap("Sign in")
        #expect(await stage.until { stage.shows("The name or password is incorrect.") })
        try stage.type("quiet-water-27", into: "Password")
        try stage.tap("Sign in")
        #expect(await stage.until { model.user?.name == "Ben Okafor" })
        try stage.tapTab("Hub")
        #expect(await stage.until { stage.element("tile-com.example.kudos") != nil })
        #expect(stage.element("tile-com.example.expenses") == nil, "not for Ben, as on the web")
        try stage.tap("tile-com.example.kudos")
        #expect(await stage.until { stage.root.all.contains { $0.native is WKWebView } })
        // A link can't open a mini app that the user may not open from the hub.
        stage.open(try #require(URL(string: "miniapp://com.example.expenses")))
        #expect(await stage.until { stage.shows("The mini app can't be opened") })
        // The system ends the app, and its user starts it again: still signed in, with a session that works.
        let again = try services()
        #expect(again.user?.name == "Ben Okafor")
        #expect(try await again.accounts.token() != nil)
        try stage.tapTab("Profile")
        try stage.tap("Sign out")
        #expect(stage.shows("Register"))
        #expect(await stage.until { keychain.kept()?.secret == nil })
        #expect(try services().user == nil)
        #expect(keychain.kept()?.device != nil, "the app is still one that Ben has used before")
        // When the server ends the session, the app signs the user out.
        keychain.keep(KeptSession(secret: "unknown", user: LagoonUser(id: "u-ben", name: "Ben", roles: [])))
        let stale = try services()
        #expect(stale.user != nil)
        await #expect(throws: LagoonWebAccounts.Problem.self) { try await stale.accounts.token() }
        #expect(await stage.until { stale.user == nil && keychain.kept()?.secret == nil })
    }
}

/// Stores a session for as long as the test runs.
private final class MemoryKeychain: SessionKeeping {
    private let session = Mutex<KeptSession?>(nil)

    func kept() -> KeptSession? { session.withLock { $0 } }
    func keep(_ session: KeptSession) { self.session.withLock { $0 = session } }
}
