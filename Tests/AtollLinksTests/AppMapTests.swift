import AtollLinks
import AtollNavigation
import Testing

/// Features and an app's own segues and routes become one map, or an error that names what is wrong.
@Suite("The map of an app")
struct AppMapTests {
    enum News: Fragment {
        case list, article(Int)

        static let map = FeatureMap("news", NavigationGraph { Pass(News.list => .article(.any)).dismissable() }) {
            Route(to: .list) { PathSegment("news") }
            Route(to: .article(.any)) {
                PathSegment("news")
                PathSegment(News.article)
            }
        }
    }

    enum Screen: Fragment {
        case splash, dashboard, other
        case news(News), archive(News)

        static let newsScreens = Embedding(Screen.news)
        static let archives = Embedding(Screen.archive)
    }

    @Test("A feature is one line: its routes continue the way that the app's segues make")
    func oneLine() throws {
        let map = AppMap(entry: Screen.splash, features: [News.map.mounted(Screen.newsScreens)]) {
            Pass(.splash => .dashboard).auto()
            Pick(.dashboard => .news(.list)).auto()
        } routes: {
            Route(to: .splash) {}
        }
        #expect(map.features == ["news"])
        let path = try map.links.path(for: DeepLink(path: "/news/7"))
        #expect(path.description.contains("news.article(7)"))
        #expect(try map.links.url(for: path).path == "/news/7")
    }

    @Test("The same in an app whose features are known only when it runs")
    func named() throws {
        let (splash, dashboard) = (NamedScreen("app", Screen.splash), NamedScreen("app", Screen.dashboard))
        let feature = News.map.named
        let map = try AppMap.checked(entry: splash, features: [feature]) {
            Pass(splash => dashboard).auto()
            Pick(dashboard => feature.entry).auto()
        } routes: {
            Route(to: splash) {}
        }
        let path = try map.links.path(for: DeepLink(path: "/news/7"))
        #expect(path.edges.last?.to == NamedScreen("news", News.article(7)))
    }

    private func fault(
        _ features: [MountedMap<Screen>], routes: [Route<Screen>] = [],
        @SegueBuilder<Screen> _ segues: () -> [Segue<Screen>]
    ) -> AppMapError<Screen>? {
        do throws(AppMapError<Screen>) {
            _ = try AppMap.checked(entry: Screen.splash, features: features, segues: segues) { routes }
            return nil
        } catch {
            return error
        }
    }

    @Test("A name that two features have is an error")
    func duplicate() {
        let error = fault([News.map.mounted(Screen.newsScreens), News.map.mounted(Screen.archives)]) {
            Pass(.splash => [.news(.list), .archive(.list)])
        }
        #expect(error == .duplicateFeature("news"))
        #expect(error?.description == "Two features are named \"news\". Give one of them another name.")
    }

    @Test("A feature that no segue leads to is an error")
    func unreachable() {
        let error = fault([News.map.mounted(Screen.newsScreens)]) { Pass(.splash => .dashboard) }
        #expect(error == .unreachable(feature: "news", entry: .news(.list)))
        #expect(
            error?.description
                == "No segue leads to news.list, the entry of the feature \"news\". Add one to the app's segues.")
    }

    @Test("A feature that two equally short ways lead to is an error")
    func severalWays() {
        let error = fault([News.map.mounted(Screen.newsScreens)]) {
            Pass(.splash => [.dashboard, .other])
            Pass([.dashboard, .other] => .news(.list))
        }
        #expect(error == .severalWays(feature: "news", entry: .news(.list)))
        #expect(error?.description.hasPrefix("Two equally short ways lead to news.list") == true)
    }

    @Test("A graph, routes, and routes that do not fit the graph are refused with their own error")
    func others() throws {
        let nothing = fault([]) {}
        guard case .graph? = nothing else {
            throw AppMapError<Screen>.mismatch(["an empty graph: \(String(describing: nothing))"])
        }
        let start = Route<Screen>(to: .splash) {}
        let doubled = fault([], routes: [start, start]) { Pass(.splash => .dashboard) }
        guard case .links? = doubled else { throw AppMapError<Screen>.mismatch(["two routes for one URL"]) }
        let lost = fault([], routes: [start]) { Pass(.splash => .dashboard) }
        #expect(lost == .mismatch(["No route leads to dashboard, so it has no URL."]))
    }

    @Test("A URL in any form is read in the letters of its route")
    func anyForm() throws {
        let map = AppMap(entry: Screen.splash, features: [News.map.mounted(Screen.newsScreens)]) {
            Pass(.splash => .news(.list)).auto()
        } routes: {
            Route(to: .splash) {}
        }
        let addresses = LinkAddresses(schemes: ["reef"], origins: ["https://reef.example"], miniAppSchemes: [])
        for url in ["reef://News/7", "reef://news/7", "https://reef.example/news/7"] {
            #expect(try map.link(reading: url, at: addresses).path == "/news/7")
        }
        #expect(throws: LinkError.self) { try map.link(reading: "reef://nowhere", at: addresses) }
        #expect(throws: LinkError.self) { try map.link(reading: "https://evil.example/news", at: addresses) }
    }
}
