import AtollCatalog
import AtollHub
import AtollPackages
import SwiftUI
import Testing

@testable import AtollUI

@MainActor
@Suite("The hub as a view")
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

    @Test("It shows placeholders, then the tiles; a tap opens one and remembers it")
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

    @Test("The button switches between one column and two")
    func layout() async throws {
        let (stage, model) = stage()
        #expect(await stage.until { stage.shows("Directory") })
        #expect(stage.root.all.contains { $0.value == "1 columns" })
        try stage.tap("Two columns")
        #expect(model.layout == .twoColumns)
        #expect(stage.root.all.contains { $0.value == "2 columns" })
        #expect(!stage.shows("Search for colleagues"), "two columns have no room for descriptions")
        try stage.tap("One column")
        #expect(model.layout == .oneColumn)
    }

    @Test("It searches for what is typed, and leads back from what finds nothing")
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

    @Test("A category narrows it down")
    func tags() async throws {
        let (stage, _) = stage()
        #expect(await stage.until { stage.shows("fun") })
        try stage.tap("fun")
        #expect(await stage.until { !stage.shows("Directory") && stage.shows("Kudos") })
    }

    @Test("Favourites are made, arranged and removed")
    func favourites() async throws {
        let (stage, model) = stage()
        #expect(await stage.until { stage.shows("Directory") })
        // A long press on each tile has the same menu; what is a favourite already says another thing.
        try stage.tap("Make it a favourite")
        try stage.tap("Make it a favourite")
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

    @Test("An error says what it is, and can be tried again")
    func failing() async throws {
        let (stage, _) = stage(PreviewData.Catalog(error: .network("cut off")))
        #expect(await stage.until { stage.shows("The Mini App Center can't be reached: cut off") })
        try stage.tap("Try again")
        #expect(await stage.until { stage.shows("The hub can't be shown") })
    }

    @Test("Nothing there says so, and nobody is asked where they are")
    func empty() async throws {
        let (stage, _) = stage(PreviewData.Catalog(listings: []))
        #expect(await stage.until { stage.shows("No mini apps yet") })
        #expect(stage.element("Near me") == nil)
    }

    @Test("The place is asked for when it is chosen, after why was said")
    func near() async throws {
        var asked = 0
        let (stage, model) = stage {
            asked += 1
            return try #require(GeoPoint(latitude: 39.57, longitude: 2.65))
        }
        #expect(await stage.until { stage.shows("Directory") })
        #expect(asked == 0)
        try stage.tap("Near me")
        #expect(stage.shows("Some mini apps are of use in certain places."))
        try stage.tap("Not now")
        #expect(asked == 0 && stage.layers.isEmpty)
        try stage.tap("Near me")
        try stage.tap("Use my place")
        #expect(await stage.until { asked == 1 })
        #expect(await stage.until { if case .near = model.hub.query { true } else { false } })
    }

    @Test("Who does not allow their place is told what to do")
    func refusedPlace() async throws {
        let (stage, _) = stage { throw CatalogError.network("not allowed") }
        #expect(await stage.until { stage.shows("Directory") })
        try stage.tap("Near me")
        try stage.tap("Use my place")
        #expect(await stage.until { stage.shows("Your place is not known") })
        try stage.tap("OK")
        #expect(stage.layers.isEmpty)
    }

    @Test("More tiles come at the end of those that are there")
    func paging() async throws {
        let (stage, model) = stage(PreviewData.Catalog(pages: 3))
        #expect(await stage.until { stage.shows("Directory") })
        // The end is on the screen at once here, so the rest comes by itself.
        #expect(
            await stage.until {
                _ = stage.root; return model.hub.next == nil
            })
        #expect(model.hub.tiles.map(\.name) == ["Directory", "Kudos", "Expenses"])
    }

    @Test("A picture is shown once it is there; one that is none leaves the letter")
    func icons() async throws {
        struct Icons: HubIconSource {
            let data: Data
            func icon(_ icon: MiniAppListing.Icon) async throws(CatalogError) -> Data { data }
        }
        var listing = try #require(PreviewData.listings.first)
        listing.icon = .init(sha256: BlobDigest(of: Data()), length: 8, path: "icon.png")
        let tile = Hub.Tile(listing, in: .oneColumn, at: Date())
        let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        let good = Stage(HubIconView(tile: tile, icons: Icons(data: png)))
        #expect(good.root.all.contains { $0.kind == .text })
        #expect(await good.until { good.root.all.contains { $0.kind == .image } })
        let bad = Stage(HubIconView(tile: tile, icons: Icons(data: Data("<svg/>".utf8))))
        for _ in 0..<100 { await Task.yield() }
        #expect(!bad.root.all.contains { $0.kind == .image })
    }
}
