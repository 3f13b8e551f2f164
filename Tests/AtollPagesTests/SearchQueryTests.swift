import AtollPages
import Testing

@Suite("What somebody looks for")
struct SearchQueryTests {
    private let user = PageUser(id: "u", name: "Ada", roles: [])

    @Test("A text is trimmed; an empty one, or one that is too long, is none")
    func bounds() {
        #expect(SearchQuery("  lamp ", for: user)?.text == "lamp")
        for text in ["", "   ", String(repeating: "x", count: 101), "a" + String(repeating: "\u{301}", count: 2_000)] {
            #expect(SearchQuery(text, for: user) == nil)
        }
        #expect(SearchQuery(String(repeating: "x", count: 100), for: user) != nil)
    }

    @Test("Each word counts once, and no more than eight")
    func words() {
        #expect(SearchQuery("a b a  a", for: user)?.words == ["a", "b"])
        #expect(SearchQuery((1...30).map(String.init).joined(separator: " "), for: user)?.words.count == 8)
    }

    @Test("A title fits if it has each word, whatever its case and accents")
    func fits() throws {
        let query = try #require(SearchQuery("LAMPARA nogal", for: user))
        #expect(query.fits("Lámpara de nogal"))
        #expect(!query.fits("Lámpara de roble"))
    }

    @Test("A feature that fails or takes too long says so, and the others are shown in their order")
    func failing() async throws {
        struct Failure: Error {}
        typealias Screen = WebAppTests.Screen
        func own(
            _ name: String, _ screen: Screen?,
            find: @escaping @Sendable (SearchQuery) async throws -> [FeatureSearch<Screen>.Result]
        )
            -> MountedFeature<Screen>
        {
            MountedFeature(
                own: name, shows: { $0 == screen }, pages: Pages { _ in .nothing },
                searches: [FeatureSearch(title: { name }, find: find)])
        }
        let app = try WebApp(
            WebAppTests.map,
            others: [
                WebAppTests.shop().mounted(Screen.shops),
                own("start", .start) { query in (1...20).map { .init("\(query.text) \($0)", target: .start) } },
            ])
        let query = try #require(SearchQuery("x", for: user, limit: 3))
        let groups = await app.search(query)
        #expect(groups.map(\.title) == ["start"])
        #expect(groups.first?.results.map(\.title) == ["x 1", "x 2", "x 3"], "no more than are shown")
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let mixed = try WebApp(
            WebAppTests.map,
            others: [
                WebAppTests.shop().mounted(Screen.shops), own("broken", nil) { _ in throw Failure() },
                own("slow", nil) { _ in
                    // It does not notice that it was cancelled: if it were waited for, this test would not end.
                    await Task.detached { for await _ in gate {} }.value
                    return []
                },
                own("good", .start) { _ in [.init("found", target: .start)] },
            ])
        let found = await mixed.search(query, within: .seconds(5))
        opening.finish()
        #expect(found.map(\.title) == ["broken", "slow", "good"])
        #expect(found.map(\.results.count) == [0, 0, 1])
        #expect(found[0].failure is Failure && found[1].failure is SearchTimeout && found[2].failure == nil)
    }
}
