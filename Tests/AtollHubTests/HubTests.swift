import AtollHub
import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@Suite("The hub")
struct HubTests {
    private func listing(_ name: String) throws -> MiniAppListing {
        let package = try MiniAppPackage(files: SampleMiniApp(id: "com.example.x", name: name).packageFiles)
        let list = package.fileList
        return MiniAppListing(
            manifest: package.manifest, icon: nil, files: .init(to: list, encoded: list.encoded()), published: Date()
        )
    }

    private func page(_ listings: [MiniAppListing]) -> MiniAppListingPage {
        MiniAppListingPage(items: listings, start: 0, total: listings.count)
    }

    @Test("One column shows descriptions on tall tiles; two columns show names on small ones")
    func layouts() throws {
        #expect(HubLayout.oneColumn.columns == 1)
        #expect(HubLayout.oneColumn.tileHeight == 200)
        #expect(HubLayout.twoColumns.columns == 2)
        #expect(HubLayout.twoColumns.tileHeight == 150)
        #expect(HubLayout.oneColumn.toggled == .twoColumns)
        #expect(HubLayout.twoColumns.toggled == .oneColumn)
        let listings = [try listing("Kudos")]
        #expect(Hub(showing: page(listings), in: .oneColumn).tiles[0].description == "What Kudos is for.")
        #expect(Hub(showing: page(listings), in: .twoColumns).tiles[0].description == nil)
    }

    @Test("The monogram is the first character of the name")
    func monograms() throws {
        #expect(Hub(showing: page([try listing("ångström")]), in: .oneColumn).tiles[0].monogram == "Å")
        #expect(Hub(showing: page([try listing("👩‍👩‍👧 family")]), in: .oneColumn).tiles[0].monogram == "👩‍👩‍👧")
    }

    @Test("A hub with nothing to show is empty")
    func empty() {
        #expect(Hub(showing: page([]), in: .oneColumn).isEmpty)
    }
}
