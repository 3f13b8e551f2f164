import AtollCatalog
import AtollPackages
import AtollTestSupport
import Foundation
import Logging
import Testing

@testable import AtollWeb

/// The Center's last answer decides while it can't be reached: also that a user may no longer open a mini app.
@Suite("Known listings")
struct KnownListingsTests {
    private static func listing(_ name: String) throws -> MiniAppListing {
        let package = try MiniAppPackage(
            archive: SampleMiniApp(id: "com.example.\(name.lowercased())", name: name).archive)
        let list = package.fileList
        return MiniAppListing(
            manifest: package.manifest, icon: nil, files: .init(to: list, encoded: list.encoded()), published: .now)
    }

    @Test("A first page drops what would be on it and is not, and keeps what may be on a later one")
    func firstPage() async throws {
        let directory = try TemporaryDirectory()
        let known = try KnownListings(directory: directory.url)
        let (early, middle, late) = (try Self.listing("Apple"), try Self.listing("Mango"), try Self.listing("Zebra"))
        try await known.remember(
            MiniAppListingPage(items: [early, middle, late], start: 0, total: 3), for: "ada")
        let page = MiniAppListingPage(items: [middle], start: 0, total: 100, next: "more")
        try await known.remember(page, for: "ada")
        let names = await known.listings(for: "ada")?.items.map(\.name)
        #expect(names == ["Mango", "Zebra"])
    }

    @Test("A no is not forgotten when the Center goes away, in another process either")
    func refusal() async throws {
        let directory = try TemporaryDirectory()
        let listing = try Self.listing("Apple")
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let memory = KnownEntitlements(
            known: try KnownListings(directory: directory.url), user: "ada", logger: logger)
        await memory.note(listing.id, listing)
        #expect(await memory.wasAllowed(listing.id))
        await memory.note(listing.id, nil)
        let later = KnownEntitlements(
            known: try KnownListings(directory: directory.url), user: "ada", logger: logger)
        let (now, then) = (await memory.wasAllowed(listing.id), await later.wasAllowed(listing.id))
        #expect(!now && !then)
    }
}
