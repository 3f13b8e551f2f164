import AtollHub
import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@Suite("What a user has done in the hub")
struct HubMemoryTests {
    private func id(_ name: String) throws -> MiniAppID { try #require(MiniAppID("com.example.\(name)")) }

    @Test("Favourites are kept in the user's order, moved no further than to either end, and bounded")
    func favourites() throws {
        var memory = HubMemory()
        for name in ["a", "b", "c"] { #expect(memory.setFavourite(try id(name), true)) }
        #expect(memory.moveFavourite(try id("c"), by: -1) == 1)
        #expect(memory.favourites == [try id("a"), try id("c"), try id("b")])
        #expect(memory.moveFavourite(try id("a"), by: 99) == 2)
        #expect(memory.moveFavourite(try id("a"), to: -5) == 0)
        #expect(memory.moveFavourite(try id("a"), by: .max) != nil)
        #expect(memory.moveFavourite(try id("z"), by: 1) == nil)
        memory.setFavourite(try id("c"), false)
        #expect(!memory.isFavourite(try id("c")))
        memory.setFavourite(try id("b"), true)
        #expect(memory.favourites.count == 2, "once is enough")
        for number in 0..<100 { memory.setFavourite(try id("n\(number)"), true) }
        #expect(memory.favourites.count == HubMemory.maximumFavourites)
        #expect(!memory.setFavourite(try id("more"), true))
    }

    @Test("A move counts the places of what is shown, whatever else is a favourite")
    func hidden() throws {
        var memory = HubMemory()
        for name in ["gone", "a", "b", "c"] { memory.setFavourite(try id(name), true) }
        let shown = [try id("a"), try id("b"), try id("c")]
        #expect(memory.moveFavourite(try id("a"), to: 1, among: shown) == 1)
        #expect(memory.favourites.filter { shown.contains($0) } == [try id("b"), try id("a"), try id("c")])
        #expect(memory.moveFavourite(try id("b"), to: 9, among: shown) == 2)
        #expect(memory.favourites.filter { shown.contains($0) } == [try id("a"), try id("c"), try id("b")])
        #expect(memory.isFavourite(try id("gone")))
        #expect(memory.moveFavourite(try id("z"), to: 0, among: shown) == nil)
    }

    @Test("What was opened last comes first, once, and no more than there is room for")
    func recent() throws {
        var memory = HubMemory()
        for name in ["a", "b", "a"] { memory.noteOpened(try id(name), code: 1) }
        #expect(memory.recent == [try id("a"), try id("b")])
        for number in 0..<2_000 { memory.noteOpened(try id("n\(number)"), code: 1) }
        #expect(memory.recent.count == HubMemory.maximumRecent)
        #expect(memory.recent.first == (try id("n1999")))
    }

    @Test("New is what came after the first visit, for two weeks, and what was opened in an older version")
    func news() throws {
        let start = Date(timeIntervalSince1970: 1_795_262_400)
        let old = try SampleListing.make("old", published: start.addingTimeInterval(-60))
        let fresh = try SampleListing.make("fresh", published: start.addingTimeInterval(60))
        var memory = HubMemory()
        #expect(!memory.isNew(fresh, at: start), "for somebody who comes first nothing is")
        memory.noteVisit(at: start)
        memory.noteVisit(at: start.addingTimeInterval(3_600))
        #expect(!memory.isNew(old, at: start))
        #expect(memory.isNew(fresh, at: start.addingTimeInterval(120)))
        #expect(!memory.isNew(fresh, at: start.addingTimeInterval(15 * 86_400)))
        memory.noteOpened(fresh.id, code: fresh.version.code)
        #expect(!memory.isNew(fresh, at: start.addingTimeInterval(120)))
        memory.noteOpened(old.id, code: 0)
        #expect(memory.isNew(old, at: start), "it was opened, and has a newer version now")
    }

    @Test("It is kept as JSON")
    func coding() throws {
        var memory = HubMemory()
        memory.noteVisit(at: Date(timeIntervalSince1970: 1))
        memory.setFavourite(try id("a"), true)
        memory.noteOpened(try id("b"), code: 3)
        #expect(try JSONDecoder().decode(HubMemory.self, from: JSONEncoder().encode(memory)) == memory)
    }
}

/// A listing for tests of what shows it.
enum SampleListing {
    static func make(
        _ name: String, published: Date = Date(timeIntervalSince1970: 0), tags: [String]? = nil
    ) throws -> MiniAppListing {
        let package = try MiniAppPackage(
            files: SampleMiniApp(id: "com.example.\(name.lowercased().filter { $0.isASCII })", name: name).packageFiles)
        let list = package.fileList
        var listing = MiniAppListing(
            manifest: package.manifest, icon: nil, files: .init(to: list, encoded: list.encoded()),
            published: published)
        listing.tags = tags
        return listing
    }
}
