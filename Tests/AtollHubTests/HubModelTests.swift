import AtollCatalog
import AtollHub
import AtollPackages
import AtollTestSupport
import Foundation
import Synchronization
import Testing

@Suite("The model of the hub")
@MainActor
struct HubModelTests {
    /// A catalog whose results the test decides.
    private actor Catalog: HubSource {
        var items: [MiniAppListing]
        var shownFirst: [MiniAppListing] = []
        var failure: CatalogError?
        var delay = Duration.zero
        private(set) var asked: [HubQuery] = []
        private(set) var ended = 0

        init(_ items: [MiniAppListing]) { self.items = items }

        func set(failure: CatalogError?) { self.failure = failure }
        func set(delay: Duration) { self.delay = delay }
        nonisolated let nothing = Mutex<[String]>([])
        nonisolated func noteNothingFound(_ text: String) { nothing.withLock { $0.append(text) } }
        /// Each word finds as many entries as there are mini apps.
        func set(entries: ContentEntries) { self.entries = entries }
        private var entries: ContentEntries?

        func entries(matching words: [String], in ids: [MiniAppID], limit: Int) async -> [FoundEntry] {
            guard let entries else { return [] }
            return ids.flatMap { id in
                entries.matching(words, limit: limit).map { FoundEntry(miniApp: id, entry: $0) }
            }
        }

        func feature(_ listing: MiniAppListing) { shownFirst = [listing] }

        func page(_ query: HubQuery, after cursor: String?) async throws(CatalogError) -> MiniAppListingPage {
            asked.append(query)
            if delay > .zero {
                do { try await Task.sleep(for: delay) } catch {  // sleep: the delay of the catalog that a test sets
                    ended += 1
                    throw .network("cancelled")
                }
            }
            if let failure { throw failure }
            let found = items.filter { query.mayFit($0) }
            let start = cursor.flatMap { Int($0) } ?? 0
            let part = Array(found.dropFirst(start).prefix(Hub.pageSize))
            let end = start + part.count
            return MiniAppListingPage(
                items: part, start: start, total: found.count, next: end < found.count ? "\(end)" : nil)
        }

        func featured() async throws(CatalogError) -> [MiniAppListing] { shownFirst }

        func listing(of id: MiniAppID) async throws(CatalogError) -> MiniAppListing {
            guard let found = items.first(where: { $0.id == id }) else { throw .notFound(id) }
            return found
        }
    }

    private static func catalog(_ names: String...) throws -> Catalog {
        Catalog(try names.map { try SampleListing.make($0) })
    }

    @Test("A search starts when the user pauses typing; a newer search cancels the one before")
    func searching() async throws {
        let catalog = try Self.catalog("Kudos", "Directory", "Expenses")
        let model = HubModel(catalog, pause: .milliseconds(30))
        #expect(model.phase == .loading)
        model.reload()
        await model.settled()
        #expect(model.phase == .ready)
        #expect(model.hub.tiles.map(\.name) == ["Kudos", "Directory", "Expenses"])
        for text in ["k", "ku", "kud"] { model.text = text }
        await model.settled()
        #expect(await catalog.asked == [.all, .text("kud")])
        #expect(model.hub.tiles.map(\.name) == ["Kudos"])

        await catalog.set(delay: Waiting.limit)
        model.text = "dir"
        try await until("the search does not begin") { await catalog.asked.last == .text("dir") }
        await catalog.set(delay: .zero)
        model.text = "exp"
        await model.settled()
        #expect(model.hub.tiles.map(\.name) == ["Expenses"])
        #expect(await catalog.ended == 1)
        model.text = "   "
        await model.settled()
        #expect(model.hub.query == .all)
        model.text = "nothing like that"
        await model.settled()
        #expect(model.phase == .empty)
    }

    @Test("A search finds what is inside the mini apps that the user may open, also without a connection")
    func entries() async throws {
        let catalog = try Self.catalog("Kudos", "Directory")
        let text = "{\"entries\": [{\"title\": \"Ada Keller\", \"page\": \"pages/home\"}]}"
        await catalog.set(
            entries: try ContentEntries(decoding: Data(text.utf8), at: "search.json", pages: ["pages/home"]))
        let model = HubModel(catalog, pause: .zero)
        model.reload()
        await model.settled()
        #expect(model.entries.isEmpty)
        model.text = "KELLER  ada"
        await model.settled()
        #expect(model.phase == .empty && model.hub.tiles.isEmpty, "no mini app is called that")
        #expect(model.entries.map(\.miniApp.name) == ["Kudos", "Directory"])
        #expect(model.entries.map(\.entry.title) == ["Ada Keller", "Ada Keller"])
        #expect(Set(model.entries.map(\.id)).count == 2)
        model.noteOpened(model.entries[1].miniApp.id)
        #expect(model.memory.recent.count == 1)
        // The Center can't be reached.
        await catalog.set(failure: .network("gone"))
        model.text = "ada"
        await model.settled()
        #expect(model.phase == .failed(.network("gone")) && model.entries.count == 2)
        model.text = "nobody"
        await model.settled()
        #expect(model.entries.isEmpty, "not those of the search before")
        await catalog.set(failure: nil)
        model.text = "nobody at all"
        await model.settled()
        #expect(
            catalog.nothing.withLock { $0 } == ["nobody at all"],
            "neither a name that was found nor a failure is counted")
        model.text = ""
        await model.settled()
        #expect(model.hub.tiles.count == 2 && model.entries.isEmpty)
    }

    @Test("An error is published, the previous contents stay, and reloading repeats the search")
    func failure() async throws {
        let catalog = try Self.catalog("Kudos")
        let model = HubModel(catalog, pause: .zero)
        model.reload()
        await model.settled()
        await catalog.set(failure: .network("gone"))
        model.show(.tag("fun"))
        await model.settled()
        #expect(model.phase == .failed(.network("gone")))
        #expect(model.hub.tiles.map(\.name) == ["Kudos"])
        await catalog.set(failure: nil)
        model.reload()
        await model.settled()
        #expect(model.hub.query == .tag("fun"), "the query that failed is repeated")
        #expect(model.phase == .empty)
    }

    @Test("A list of 120 is loaded in three pages without duplicates; at its end no request is made")
    func paging() async throws {
        let catalog = Catalog(try (100..<220).map { try SampleListing.make("App\($0)") })
        let model = HubModel(catalog)
        model.reload()
        await model.settled()
        #expect(model.hub.tiles.count == 50)
        await model.loadMore()
        await model.loadMore()
        #expect(model.hub.tiles.count == 120)
        #expect(Set(model.hub.tiles.map(\.id)).count == 120)
        let asked = await catalog.asked.count
        await model.loadMore()
        #expect(await catalog.asked.count == asked)
        await catalog.set(failure: .network("gone"))
        model.layout = .twoColumns
        #expect(model.hub.layout == .twoColumns, "the layout needs no catalog")
    }

    @Test("Shelves have favourites in their order, recent and featured mini apps, and none that are gone")
    func shelves() async throws {
        let catalog = try Self.catalog("Kudos", "Directory", "Expenses")
        await catalog.feature(try SampleListing.make("Expenses"))
        var kept: [HubMemory] = []
        var memory = HubMemory()
        memory.setFavourite(try #require(MiniAppID("com.example.gone")), true)
        let saved = Saved()
        let model = HubModel(catalog, memory: memory, save: { saved.note($0) })
        model.reload()
        await model.settled()
        let (kudos, directory) = (model.hub.tiles[0].id, model.hub.tiles[1].id)
        model.setFavourite(kudos, true)
        model.setFavourite(directory, true)
        model.moveFavourite(directory, to: 0)
        model.noteOpened(directory)
        #expect(model.hub.favourites.map(\.name) == ["Directory", "Kudos"])
        #expect(model.hub.recent.map(\.name) == ["Directory"])
        #expect(model.hub.featured.map(\.name) == ["Expenses"])
        #expect(model.hub.tiles[0].isFavourite)
        model.show(.text("kudos"))
        await model.settled()
        #expect(model.hub.favourites.isEmpty && model.hub.recent.isEmpty && model.hub.featured.isEmpty)
        kept = saved.all
        #expect(kept.last?.favourites.contains(directory) == true)
    }

    @Test("Tags are those of the mini apps shown, the most frequent first")
    func tags() throws {
        let listings = [
            try SampleListing.make("A", tags: ["fun", "work"]), try SampleListing.make("B", tags: ["work"]),
            try SampleListing.make("C", tags: ["art"]),
        ]
        let page = MiniAppListingPage(items: listings, start: 0, total: 3)
        #expect(Hub(showing: page, in: .oneColumn).tags == ["work", "art", "fun"])
    }

    @Test(
        "Typed text becomes a query",
        arguments: [("", HubQuery.all), ("  \n", .all), (" two  words ", .text("two words"))])
    func typed(text: String, query: HubQuery) {
        #expect(HubQuery(typed: text) == query)
        #expect(HubQuery(typed: String(repeating: "x", count: 5_000)) == .text(String(repeating: "x", count: 200)))
    }

    @Test("Without the Center, listings are searched ignoring case and diacritics")
    func offline() throws {
        let listing = try SampleListing.make("Ångström")
        #expect(HubQuery.text("angs").mayFit(listing))
        #expect(HubQuery.text("ANGS what").mayFit(listing), "its description begins with What")
        #expect(!HubQuery.text("ström x").mayFit(listing))
        #expect(!HubQuery.tag("fun").mayFit(listing))
    }

    private final class Saved: @unchecked Sendable {
        private let lock = NSLock()
        // Safe: only touched while `lock` is held.
        private var found: [HubMemory] = []
        func note(_ memory: HubMemory) { lock.withLock { found.append(memory) } }
        var all: [HubMemory] { lock.withLock { found } }
    }
}
