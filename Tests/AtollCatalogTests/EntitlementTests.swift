import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCatalog

@Suite("Whether a user may open a mini app")
struct EntitlementTests {
    private static let id = MiniAppID("com.example.sample")!

    private static let listing: MiniAppListing = {
        let archive = try! MiniAppPackage(archive: SampleMiniApp().archive)
        let list = archive.fileList
        return MiniAppListing(
            manifest: archive.manifest, icon: nil, files: .init(to: list, encoded: list.encoded()), published: .now)
    }()

    /// The offline policy, row by row: the Center's answer, what it said before, the decision, and whether the mini app opens.
    static let rows: [(Result<MiniAppListing, CatalogError>, Bool, Entitlement.Decision, Bool)] = [
        (.success(listing), false, .allowed, true),
        (.success(listing), true, .allowed, true),
        (.failure(.notFound(id)), true, .refused, false),
        (.failure(.notFound(id)), false, .refused, false),
        (.failure(.unauthorized), true, .signedOut, false),
        (.failure(.unauthorized), false, .signedOut, false),
        (.failure(.network("offline")), true, .remembered, true),
        (.failure(.network("offline")), false, .unknown, false),
        (.failure(.invalidResponse("nonsense")), true, .remembered, true),
        (.failure(.invalidResponse("nonsense")), false, .unknown, false),
        (.failure(.invalidRequest("it was refused")), true, .unknown, false),
        (.failure(.storage("the disk is full")), true, .unknown, false),
    ]

    @Test("The Center's answer and what it said before decide", arguments: rows.indices)
    func table(_ row: Int) {
        let (answer, wasAllowed, decision, mayOpen) = Self.rows[row]
        let entitlement = Entitlement(answer, wasAllowed: wasAllowed)
        #expect(entitlement.decision == decision)
        #expect(entitlement.mayOpen == mayOpen)
        #expect((entitlement.listing != nil) == (decision == .allowed))
        if mayOpen {
            #expect(throws: Never.self) { try entitlement.files() }
        } else {
            #expect(throws: CatalogError.self) { try entitlement.files() }
        }
    }

    @Test(
        "The Center is asked each time; while it is out of reach, its last answer decides, even after a restart"
    )
    func remembers() async throws {
        try await TestCenter.run { center in
            #expect(try await center.upload(SampleMiniApp()).status == 201)
            let file = center.directory.url.appending(path: "openable/ada.json")
            let device = try TestDevice(center, center.directory.url.appending(path: "device"))
            let openable = OpenableMiniApps(file: file)
            let asked = await device.catalog.entitlement(to: Self.id, remembering: openable)
            #expect(asked.decision == .allowed)
            // The same user after a restart, without a connection.
            let offline = try TestDevice(
                center, center.directory.url.appending(path: "offline"), at: URL(string: "http://127.0.0.1:9")!)
            let restarted = await offline.catalog.entitlement(
                to: Self.id, remembering: OpenableMiniApps(file: file))
            #expect(restarted.decision == .remembered)
            // A user who was never allowed to.
            let stranger = await offline.catalog.entitlement(to: Self.id, remembering: OpenableMiniApps())
            #expect(stranger.decision == .unknown)
            // A mini app that is no longer allowed is removed.
            let gone = MiniAppID("com.example.gone")!
            await openable.note(gone, Self.listing)
            let refused = await device.catalog.entitlement(to: gone, remembering: openable)
            #expect(refused.decision == .refused)
            #expect(throws: CatalogError.notFound(gone)) { try refused.files() }
            let isKept = await openable.wasAllowed(gone)
            let isStored = await OpenableMiniApps(file: file).wasAllowed(gone)
            #expect(!isKept && !isStored)
        }
    }

    @Test("A file that can't be read counts as empty", arguments: ["", "{", "[1]", "{\"a\":1}"])
    func unreadable(_ text: String) async throws {
        let directory = try TemporaryDirectory()
        let file = directory.url.appending(path: "x.json")
        try Data(text.utf8).write(to: file)
        #expect(await !OpenableMiniApps(file: file).wasAllowed(Self.id))
    }
}
