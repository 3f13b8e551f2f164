import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCatalog

@Suite("Whether a user may open a mini app")
struct EntitlementTests {
    private static let id = MiniAppID("com.example.sample")!

    @Test(
        "The Center is asked each time; out of reach, what it said last decides, also after a restart; a no is kept as well"
    )
    func remembers() async throws {
        try await TestCenter.run { center in
            #expect(try await center.upload(SampleMiniApp()).status == 201)
            let file = center.directory.url.appending(path: "openable/ada.json")
            let device = try TestDevice(center, center.directory.url.appending(path: "device"))
            let openable = OpenableMiniApps(file: file)
            #expect(try await device.catalog.entitlement(to: Self.id, remembering: openable) != nil)
            // The same user after a restart, without a connection.
            let offline = try TestDevice(
                center, center.directory.url.appending(path: "offline"), at: URL(string: "http://127.0.0.1:9")!)
            #expect(
                try await offline.catalog.entitlement(to: Self.id, remembering: OpenableMiniApps(file: file)) == nil)
            // Somebody who was never told so.
            let files = try? await offline.catalog.entitlement(to: Self.id, remembering: OpenableMiniApps())
            #expect(files == nil)
            await #expect(throws: CatalogError.self) {
                try await offline.catalog.entitlement(to: Self.id, remembering: OpenableMiniApps())
            }
            // One that is not theirs any longer is forgotten.
            let gone = MiniAppID("com.example.gone")!
            await openable.note(gone, mayOpen: true)
            await #expect(throws: CatalogError.notFound(gone)) {
                try await device.catalog.entitlement(to: gone, remembering: openable)
            }
            #expect(await !openable.contains(gone))
            #expect(await !OpenableMiniApps(file: file).contains(gone))
        }
    }

    @Test("A file that can't be read is nothing that was said", arguments: ["", "{", "[1]", "{\"a\":1}"])
    func unreadable(_ text: String) async throws {
        let directory = try TemporaryDirectory()
        let file = directory.url.appending(path: "x.json")
        try Data(text.utf8).write(to: file)
        #expect(await !OpenableMiniApps(file: file).contains(Self.id))
    }
}
