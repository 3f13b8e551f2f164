import AtollLinks
import AtollNavigation
import AtollPages
import Testing

/// Anything missing or duplicated when features are assembled is an error at startup that names it.
@Suite("An app of pages")
struct WebAppTests {
    enum News: Fragment {
        case list

        static let map = FeatureMap("news", NavigationGraph(entry: News.list) { Pass(.list => .list) }) {
            Route(to: .list) { PathSegment("news") }
        }
    }

    enum Shop: Fragment { case list, product }
    enum Screen: Fragment {
        case start
        case news(News), shop(Shop)

        static let newsScreens = Embedding(Screen.news)
        static let shops = Embedding(Screen.shop)
    }

    private static let shopMap = FeatureMap("shop", NavigationGraph { Pass(Shop.list => .product).dismissable() }) {
        Route(to: .list) { PathSegment("shop") }
        Route(to: .product) {
            PathSegment("shop")
            PathSegment("product")
        }
    }

    static let map = AppMap(entry: Screen.start, features: [shopMap.mounted(Screen.shops)]) {
        Pass(.start => .shop(.list))
    } routes: {
        Route(to: .start) {}
    }

    static func shop(_ actions: [PageAction] = [], _ topics: [PageTopic] = []) -> Feature<Shop> {
        Feature(Self.shopMap, title: "Shop", pages: Pages { _ in .nothing }, actions: actions, topics: topics)
    }

    private func own(_ name: String = "start", all: Bool = false) -> MountedFeature<Screen> {
        MountedFeature(own: name, shows: { all || $0 == .start }, pages: Pages { _ in .nothing })
    }

    private func faults(_ features: [MountedFeature<Screen>]) -> [String] {
        do throws(WebAppError) {
            _ = try WebApp(Self.map, others: features)
            return []
        } catch {
            return error.faults.map(\.description)
        }
    }

    @Test("An app in which nothing is missing is assembled")
    func whole() throws {
        let app = try WebApp(Self.map, tabs: [Self.shop().mounted(Screen.shops)], others: [own()])
        #expect(app.tabs.map(\.title) == ["Shop"])
        #expect(app.tabs.map(\.fragment) == [.shop(.list)])
    }

    @Test("A feature in the map without pages is named")
    func noPages() {
        #expect(
            faults([own()]) == [
                "The feature \"shop\" is in the map but has no pages. Pass its web face to WebApp, too."
            ])
    }

    @Test("A feature with pages that is not in the map is named")
    func notInMap() {
        let other = Feature(
            FeatureMap("other", NavigationGraph { Pass(Shop.list => .product) }) {
                Route(to: .list) { PathSegment("other") }
                Route(to: .product) { PathSegment("others") }
            }, title: "Other", pages: Pages { _ in .nothing })
        #expect(
            faults([own(), Self.shop().mounted(Screen.shops), other.mounted(Screen.shops)]) == [
                "The feature \"other\" has pages but is not in the map. Add its map to AppMap's features, too."
            ])
    }

    @Test("A fragment that no feature or several features show is named")
    func noPage() {
        #expect(
            faults([Self.shop().mounted(Screen.shops)]) == [
                "No feature shows start. Pass the feature that does, or add a page to the app's own screens."
            ])
        #expect(
            faults([Self.shop().mounted(Screen.shops), own(all: true)]).first
                == "Several features show shop.list: shop, start. Only one of them can.")
    }

    @Test("Each duplicate name of features, actions and topics is reported once")
    func duplicates() {
        let action = PageAction("shop/buy") { _ in }
        let topic = PageTopic("shop") { _ in AsyncStream { $0.finish() } }
        let twice = Self.shop([action, action, action], [topic, topic]).mounted(Screen.shops)
        #expect(
            faults([twice, own("shop")]) == [
                "Two features are named \"shop\". Give one of them another name.",
                "Two actions are named \"shop/buy\". Give one of them another name.",
                "Two topics are named \"shop\". Give one of them another name.",
            ])
    }

    @Test("An action with the prefix of another feature is named")
    func foreign() {
        #expect(
            faults([Self.shop([PageAction("news/buy") { _ in }]).mounted(Screen.shops), own()]) == [
                "The action \"news/buy\" belongs to the feature \"shop\", so its name must begin with \"shop/\"."
            ])
    }

    @Test("Each case of an enum becomes an action, so none is forgotten")
    func actions() async throws {
        enum Name: String, CaseIterable { case buy, giveBack = "give-back" }
        let all = PageAction.all(Name.self, of: "shop") { name, _ in
            throw PageError.refused(name.rawValue)
        }
        #expect(all.map(\.name) == ["shop/buy", "shop/give-back"])
        let user = PageUser(id: "u", name: "Ada", roles: [])
        await #expect(throws: PageError.refused("give-back")) {
            try await all[1].perform(ActionRequest(user: user, fields: [:]))
        }
    }

    @Test("A tab that is not a feature is named")
    func tabWithoutMap() throws {
        let error = #expect(throws: WebAppError.self) {
            try WebApp(Self.map, tabs: [own()], others: [Self.shop().mounted(Screen.shops)])
        }
        #expect(error?.faults == [.tabWithoutMap("start")])
    }

    @Test("A page that follows an unknown topic throws an error that names the feature and the topic")
    func unknownTopic() async throws {
        var page = Page("Start", HTML(markup: ""))
        page.topic = "news"
        let start = MountedFeature<Screen>(own: "start", shows: { $0 == .start }, pages: Pages { [page] _ in page })
        let app = try WebApp(Self.map, others: [Self.shop().mounted(Screen.shops), start])
        let destination = LinkDestination(PresentedPath<Screen>([] as [GraphEdge<Screen>]))
        let context = PageContext<Screen>(
            place: .start, presented: [.start], user: nil, facts: [], link: LinkDetails(destination), form: nil,
            current: "/", dismissal: nil
        ) { _, _ in nil }
        let error = await #expect(throws: WebAppError.self) { try await app.page(context) }
        #expect(
            error?.description
                == "A page of the feature \"start\" follows the topic \"news\", which no feature has. Add it to the feature's topics."
        )
    }
}
