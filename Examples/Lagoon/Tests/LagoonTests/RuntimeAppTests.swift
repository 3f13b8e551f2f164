import AtollLinks
import AtollNavigation
import AtollPages
import Testing

@testable import Lagoon

/// Tabs that are known only at run time, and one that is added while the app runs.
@Suite("Tabs at run time")
struct RuntimeAppTests {
    /// A feature that nobody knew of when Lagoon was compiled.
    enum Notes: String, Fragment { case list, note }

    static func notes() throws -> Feature<Notes> {
        Feature(
            name: "notes", title: "Notes",
            graph: try NavigationGraph { pass(Notes.list => .note).dismissable() },
            links: try LinkRouter<Notes> {
                Route(to: .list) { path("notes") }
                Route(Notes.list => .note) {
                    path("notes")
                    path(Int.self)
                }
            },
            pages: Pages { context in
                switch context.place.fragment {
                case .list:
                    Page("Notes", HTML(markup: "<main>\(context.address(presenting: .note, id: 7) ?? "")</main>"))
                case .note: Page("Note", HTML(markup: "<main>\(context.id(of: .note, as: Int.self) ?? 0)</main>"))
                }
            }
        )
    }

    private func screen(_ app: WebApp<NamedScreen>, _ address: String) throws -> String {
        switch try app.resolve(DeepLink(path: address), facts: [.signedIn]) {
        case .redirect(let address): "-> " + address
        case .show(let state, _): state.presentedPlaces.map(\.description).joined(separator: " ")
        }
    }

    @Test("Any selection in any order is an app, whose first tab is where one comes to")
    func selection() async throws {
        let features = try LagoonFeatures(superApp: "Lagoon")
        let runtime = try RuntimeApp(features, tabs: [features.products.named, features.today.named])
        let app = await runtime.app
        #expect(app.tabs.map(\.title) == ["Products", "Today"])
        #expect(try screen(app, "/") == "-> /products")
        #expect(try screen(app, "/products?id=30") == "lagoon.dashboard products.list products.product#30")
        #expect(throws: ResolutionError<NamedScreen>.self) { try screen(app, "/hub") }
        #expect(throws: LagoonError.noTabs) { try RuntimeApp(features, tabs: []) }
        #expect(throws: LagoonError.noSuchTab("shop", ["today", "hub", "products", "profile"])) {
            try features.tab(named: "shop")
        }
    }

    @Test("A feature that is added while the app runs is there with the next request")
    func adding() async throws {
        let features = try LagoonFeatures(superApp: "Lagoon")
        let runtime = try RuntimeApp(features, tabs: [features.today.named])
        let before = await runtime.app
        #expect(throws: ResolutionError<NamedScreen>.self) { try screen(before, "/notes") }
        try await runtime.add(Self.notes().named)
        let app = await runtime.app
        #expect(app.tabs.map(\.title) == ["Today", "Notes"])
        #expect(try screen(app, "/notes/7") == "lagoon.dashboard notes.note#7")
        // The same addresses twice can't be told apart, and change nothing.
        await #expect(throws: (any Error).self) { try await runtime.add(Self.notes().named) }
        #expect(await runtime.app.tabs.count == 2)
    }
}
