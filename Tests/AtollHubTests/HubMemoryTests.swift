import AtollHub
import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@Suite("The memory of the hub")
struct HubMemoryTests {
    private func id(_ name: String) throws -> MiniAppID { try #require(MiniAppID("com.example.\(name)")) }

    @Test("Favourites keep the user's order, are moved at most to either end, and are limited in number")
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
        #expect(memory.favourites.count == 2, "a favourite is listed only once")
        for number in 0..<100 { memory.setFavourite(try id("n\(number)"), true) }
        #expect(memory.favourites.count == HubMemory.maximumFavourites)
        #expect(!memory.setFavourite(try id("more"), true))
    }

    @Test("A move counts only the favourites that are shown")
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

    @Test("The mini app opened last comes first, without duplicates, and the list is limited")
    func recent() throws {
        var memory = HubMemory()
        for name in ["a", "b", "a"] { memory.noteOpened(try id(name), code: 1) }
        #expect(memory.recent == [try id("a"), try id("b")])
        for number in 0..<2_000 { memory.noteOpened(try id("n\(number)"), code: 1) }
        #expect(memory.recent.count == HubMemory.maximumRecent)
        #expect(memory.recent.first == (try id("n1999")))
    }

    @Test("New are mini apps published after the first visit, for two weeks, and updates of opened ones")
    func news() throws {
        let start = Date(timeIntervalSince1970: 1_795_262_400)
        let old = try SampleListing.make("old", published: start.addingTimeInterval(-60))
        let fresh = try SampleListing.make("fresh", published: start.addingTimeInterval(60))
        var memory = HubMemory()
        #expect(!memory.isNew(fresh, at: start), "nothing is new on the first visit")
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

    @Test("The memory can be encoded and decoded as JSON")
    func coding() throws {
        var memory = HubMemory()
        memory.noteVisit(at: Date(timeIntervalSince1970: 1))
        memory.setFavourite(try id("a"), true)
        memory.noteOpened(try id("b"), code: 3)
        #expect(try JSONDecoder().decode(HubMemory.self, from: JSONEncoder().encode(memory)) == memory)
    }
}

/// Makes listings for tests.
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
