import AtollCatalog
import AtollHub
import AtollPackages
import SwiftUI
import Testing

@testable import AtollUI

@MainActor
@Suite("Hub view")
struct HubViewTests {
    private final class Opened {
        var ids: [String] = []
        var details: [String] = []
    }

    private let opened = Opened()

    private func stage(
        _ catalog: PreviewData.Catalog = PreviewData.Catalog(), _ layout: HubLayout = .oneColumn,
        locate: (@MainActor () async throws -> GeoPoint)? = nil
    ) -> (Stage, HubModel) {
        let model = HubModel(catalog, layout: layout, pause: .milliseconds(1))
        let opened = opened
        let stage = Stage(
            HubView(
                model, icons: catalog, open: { opened.ids.append($0.rawValue) },
                details: { opened.details.append($0.rawValue) }, locate: locate))
        return (stage, model)
    }

    @Test("The hub shows placeholders, then the tiles; tapping one opens it and adds it to the recently used")
    func tiles() async throws {
        let (stage, model) = stage()
        #expect(stage.element("Loading mini apps") != nil)
        #expect(await stage.until { stage.shows("Directory") })
        #expect(stage.shows("Search for colleagues and their contact information."))
        try stage.tap("tile-com.example.kudos")
        #expect(opened.ids == ["com.example.kudos"])
        #expect(model.memory.recent.map(\.rawValue) == ["com.example.kudos"])
        #expect(stage.shows("Recently used"))
    }

    @Test("The button switches between one and two columns")
    func layout() async throws {
        let (stage, model) = stage()
        #expect(await stage.until { stage.shows("Directory") })
        #expect(stage.root.all.contains { $0.value == "1 columns" })
        try stage.tap("Two columns")
        #expect(model.layout == .twoColumns)
        #expect(stage.root.all.contains { $0.value == "2 columns" })
        #expect(!stage.shows("Search for colleagues"), "two columns have no room for descriptions")
        stage.environment.dynamicTypeSize = .accessibility1
        #expect(stage.root.all.contains { $0.value == "1 columns" }, "large texts need the whole width")
        #expect(stage.element("One column", .button)?.isEnabled == false)
        stage.environment.dynamicTypeSize = .large
        try stage.tap("One column")
        #expect(model.layout == .oneColumn)
    }

    @Test("Typing starts a search, and an empty result offers to show all")
    func search() async throws {
        let (stage, _) = stage()
        #expect(await stage.until { stage.shows("Directory") })
        try stage.type("kud", into: "Search mini apps")
        #expect(await stage.until { stage.shows("Kudos") && !stage.shows("Directory") })
        try stage.type("nothing at all", into: "Search mini apps")
        #expect(await stage.until { stage.shows("Nothing found") })
        try stage.tap("Show all")
        #expect(await stage.until { stage.shows("Directory") })
    }

    @Test("What is inside a mini app is found, named after it, and opened; without a way to open it, it is left out")
    func entries() async throws {
        let text =
            "{\"entries\": [{\"title\": \"Ada Keller\", \"detail\": \"Design\", \"page\": \"pages/person?id=3\"}]}"
        var catalog = PreviewData.Catalog()
        catalog.contents = try ContentEntries(decoding: Data(text.utf8), at: "search.json", pages: ["pages/person"])
        let model = HubModel(catalog, pause: .milliseconds(1))
        let opened = opened
        let stage = Stage(
            HubView(
                model, icons: catalog, open: { opened.ids.append($0.rawValue) },
                entry: { opened.details.append("\($0.miniApp.id)\($0.entry.path)") }))
        #expect(await stage.until { stage.shows("Directory") })
        try stage.type("keller", into: "Search mini apps")
        #expect(await stage.until { stage.shows("In mini apps") && stage.shows("Directory · Design") })
        #expect(!stage.shows("Nothing found"))
        try stage.tap("entry-0")
        #expect(opened.details == ["com.example.directory/pages/person?id=3"] && opened.ids == [])
        #expect(model.memory.recent.map(\.rawValue) == ["com.example.directory"])
        let (other, _) = self.stage(catalog)
        #expect(await other.until { other.shows("Directory") })
        try other.type("keller", into: "Search mini apps")
        #expect(await other.until { other.shows("Nothing found") })
        #expect(!other.shows("In mini apps"))
    }

    @Test("Tapping a tag filters the grid")
    func tags() async throws {
        let (stage, _) = stage()
        #expect(await stage.until { stage.shows("fun") })
        try stage.tap("fun")
        #expect(await stage.until { !stage.shows("Directory") && stage.shows("Kudos") })
    }

    @Test("Favourites are added, arranged and removed")
    func favourites() async throws {
        let (stage, model) = stage()
        #expect(await stage.until { stage.shows("Directory") })
        // Every tile has the same menu, but the item of a favourite has another title.
        try stage.tap("Add to favourites")
        try stage.tap("Add to favourites")
        #expect(model.hub.favourites.map(\.name) == ["Directory", "Kudos"])
        try stage.tap("Arrange")
        try stage.move("Directory", to: 2)
        #expect(model.hub.favourites.map(\.name) == ["Kudos", "Directory"])
        try stage.move("Directory", to: 0)
        #expect(model.hub.favourites.map(\.name) == ["Directory", "Kudos"])
        try stage.delete("Kudos")
        #expect(model.hub.favourites.map(\.name) == ["Directory"])
        try stage.tap("Done")
        #expect(stage.layers.isEmpty)
        try stage.tap("About")
        #expect(opened.details == ["com.example.directory"])
    }

    @Test("An error is shown with its reason, and the user can retry")
    func failing() async throws {
        let (stage, _) = stage(PreviewData.Catalog(error: .network("cut off")))
        #expect(await stage.until { stage.shows("The Mini App Center can't be reached. Check the connection") })
        try stage.tap("Try again")
        #expect(await stage.until { stage.shows("The hub can't be shown") })
    }

    @Test("An empty hub says so, and does not ask for the user's location")
    func empty() async throws {
        let (stage, _) = stage(PreviewData.Catalog(listings: []))
        #expect(await stage.until { stage.shows("No mini apps yet") })
        #expect(stage.element("Near me") == nil)
    }

    @Test("The location is requested only when the user asks for it, after an explanation")
    func near() async throws {
        var asked = 0
        let (stage, model) = stage {
            asked += 1
            return try #require(GeoPoint(latitude: 39.57, longitude: 2.65))
        }
        #expect(await stage.until { stage.shows("Directory") })
        #expect(asked == 0)
        try stage.tap("Near me")
        #expect(stage.shows("Some mini apps are useful in certain places."))
        try stage.tap("Not now")
        #expect(asked == 0 && stage.layers.isEmpty)
        try stage.tap("Near me")
        try stage.tap("Use my location")
        #expect(await stage.until { asked == 1 })
        #expect(await stage.until { if case .near = model.hub.query { true } else { false } })
    }

    @Test("A user who denies access to the location is told what to do")
    func refusedPlace() async throws {
        let (stage, _) = stage { throw CatalogError.network("not allowed") }
        #expect(await stage.until { stage.shows("Directory") })
        try stage.tap("Near me")
        try stage.tap("Use my location")
        #expect(await stage.until { stage.shows("Your location could not be determined") })
        try stage.tap("OK")
        #expect(stage.layers.isEmpty)
    }

    @Test("The next page loads at the end of the tiles")
    func paging() async throws {
        let (stage, model) = stage(PreviewData.Catalog(pages: 3))
        #expect(await stage.until { stage.shows("Directory") })
        // Here the end is on the screen immediately, so the other pages load without scrolling.
        #expect(
            await stage.until {
                _ = stage.root; return model.hub.next == nil
            })
        #expect(model.hub.tiles.map(\.name) == ["Directory", "Kudos", "Expenses"])
    }

    @Test("An icon is shown once it is loaded; if it can't be decoded, the monogram stays")
    func icons() async throws {
        struct Icons: HubIconSource {
            let data: Data
            func icon(_ icon: MiniAppListing.Icon) async throws(CatalogError) -> Data { data }
        }
        var listing = try #require(PreviewData.listings.first)
        listing.icon = .init(sha256: SHA256Hash(of: Data()), length: 8, path: "icon.png")
        let tile = Hub.Tile(listing, in: .oneColumn, at: Date())
        let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        let good = Stage(HubIconView(tile: tile, icons: Icons(data: png), side: 56))
        #expect(good.root.all.contains { $0.kind == .text })
        #expect(await good.until { good.root.all.contains { $0.kind == .image } })
        let bad = Stage(HubIconView(tile: tile, icons: Icons(data: Data("<svg/>".utf8)), side: 56))
        for _ in 0..<100 { await Task.yield() }
        #expect(!bad.root.all.contains { $0.kind == .image })
    }
}
