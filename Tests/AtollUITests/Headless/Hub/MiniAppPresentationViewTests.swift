import AtollCatalog
import AtollHub
import AtollPackages
import SwiftUI
import Testing

@testable import AtollUI

@MainActor
@Suite("What is new in a mini app, and what it looks like")
struct MiniAppPresentationViewTests {
    private struct Source: PresentationSource {
        var notes = "Thanks reach everybody now."
        var looks = ["phone-light", "phone-dark", "desktop-light"]
        var error: CatalogError?

        /// A digest for each look of each page.
        static func digest(_ page: String, _ look: String) -> SHA256Hash {
            SHA256Hash(of: Data("\(page) \(look)".utf8))
        }

        func presentation(of id: MiniAppID, code: Int) async throws(CatalogError) -> MiniAppPresentation {
            if let error { throw error }
            return MiniAppPresentation(
                notes: notes,
                pictures: ["pages/feed", "pages/give"].flatMap { page in
                    looks.map { .init(page: page, look: $0, sha256: Self.digest(page, $0)) }
                }, publisherName: "Reef Works")
        }

        func picture(_ digest: SHA256Hash) async throws(CatalogError) -> Data {
            // Dark pictures can't be loaded here, which distinguishes them.
            guard digest != Self.digest("pages/feed", "phone-dark") else { throw .network("no answer") }
            return Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        }
    }

    private func stage(_ source: Source, _ scheme: ColorScheme = .light) throws -> Stage {
        let id = try #require(MiniAppID("com.example.kudos"))
        let model = PresentationModel(source, of: id, named: "Kudos", code: 3)
        let stage = Stage(List { MiniAppPresentationView(model) }.task { await model.load() })
        stage.environment.colorScheme = scheme
        return stage
    }

    private func images(_ stage: Stage) -> [String] { stage.root.all.filter { $0.kind == .image }.map(\.label) }

    @Test("One picture of each page is shown, on a phone, and what is new")
    func shown() async throws {
        let stage = try stage(Source())
        #expect(await stage.until { images(stage) == ["Kudos, page 1", "Kudos, page 2"] })
        #expect(stage.shows("What's new") && stage.shows("Thanks reach everybody now."))
        #expect(stage.shows("Pictures") && stage.shows("Reef Works") && stage.problems.isEmpty)
    }

    @Test("In the dark, the dark ones are shown; one that can't be loaded leaves its place empty")
    func dark() async throws {
        let stage = try stage(Source(), .dark)
        #expect(await stage.until { images(stage) == ["Kudos, page 2"] })
        let light = try self.stage(Source(looks: ["phone-light"]), .dark)
        #expect(await light.until { images(light).count == 2 }, "only light ones exist")
    }

    @Test("Without anything to show, nothing is there")
    func nothing() async throws {
        for source in [Source(notes: "", looks: []), Source(error: .network("no answer"))] {
            let stage = try stage(source)
            for _ in 0..<200 { await Task.yield() }
            #expect(!stage.shows("What's new") && !stage.shows("Pictures") && images(stage).isEmpty)
        }
    }
}
