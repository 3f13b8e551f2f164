import AtollLinks
import AtollNavigation
import Foundation
import Testing

enum Screen: Fragment, Hashable {
    case dash, products, search, compose
    case product(Int), team(String), member(Int), tag(Int), mini(String)
    case shop(Shop)
}

enum Shop: Fragment { case list, item(UUID) }

enum Sorting: String, LinkValue, CaseIterable { case name, price }

extension LinkParameter {
    static var text: LinkParameter<String> { .init("text") }
    static var sorting: LinkParameter<Sorting> { .init("sort") }
    static var page: LinkParameter<Int> { .init("page") }
    static var tags: LinkParameter<String> { .init("tag") }
}

@Suite("The link router")
struct LinkRouterTests {
    static func router() -> LinkRouter<Screen> {
        let shop = LinkRouter<Shop> {
            Route(to: .list) {}
            Route(Shop.list => .item(.any)) { PathSegment(Shop.item) }
        }
        return LinkRouter<Screen> {
            Route(to: .dash) {}
            Route(Screen.dash => .products) { PathSegment("Products") }
            Route(Screen.dash => .products => .product(.any)) {
                PathSegment("Products")
                QueryItem("id", Screen.product)
            }
            Route(Screen.dash => .team(.any)) {
                PathSegment("teams")
                PathSegment(Screen.team)
            }
            Route(Screen.dash => .team(.any) => .member(.any)) {
                PathSegment("teams")
                PathSegment(Screen.team)
                PathSegment("members")
                PathSegment(Screen.member)
            }
            Route(Screen.dash => .search) {
                PathSegment("search")
                QueryItem(LinkParameter<String>.text)
                QueryItem(optional: LinkParameter<Sorting>.sorting)
                QueryItem(LinkParameter<Int>.page, default: 1)
                QueryItem(repeated: LinkParameter<String>.tags)
            }
            Route(Screen.dash => .mini(.any)) {
                PathSegment("miniapp")
                PathSegment(Screen.mini)
                RemainingPath()
            }
            Route(Screen.dash => .compose) { PathSegment("compose") }
            shop.mounted(
                under: "shop", along: [.dash => .shop(.list)], through: Embedding(Screen.shop))
        }
    }

    private func destination(_ text: String) throws(LinkError) -> LinkDestination<Screen> {
        let link = text.hasPrefix("/") ? try DeepLink(path: text) : try DeepLink(text, at: DeepLinkTests.addresses)
        return try Self.router().destination(for: link)
    }

    @Test(
        "A link is parsed to its path and printed back",
        arguments: [
            ("/", ""),
            ("/Products", "dash -> products"),
            ("/Products?id=30", "dash -> products, products -> product(30)"),
            ("/Products?id=-3", "dash -> products, products -> product(-3)"),
            ("/teams/reef%20%26%20co", "dash -> team(reef & co)"),
            ("/teams/7/members/9", "dash -> team(7), team(7) -> member(9)"),
            ("/search?text=a", "dash -> search"),
            ("/search?text=&sort=price&page=2&tag=x&tag=y", "dash -> search"),
            ("/miniapp/com.example.kudos;version=2/pages/list#top", "dash -> mini(com.example.kudos)"),
            ("/shop", "dash -> shop.list"),
            (
                "/shop/0f8fad5b-d9cb-469f-a165-70867728950e",
                "dash -> shop.list, shop.list -> shop.item(0F8FAD5B-D9CB-469F-A165-70867728950E)"
            ),
            ("/compose?with=/Products?id=30", "dash -> products, products -> product(30), dash -> compose"),
            ("/compose?with=/teams/a%2520b", "dash -> team(a b), dash -> compose"),
        ] as [(String, String)]
    )
    func bothWays(_ text: String, _ path: String) throws {
        let found = try destination(text)
        #expect(found.path.description == path)
        #expect(try Self.router().link(for: found).path == text)
    }

    @Test("Parameters are read by typed keys; defaults are filled in but not printed; unclaimed items are passed on")
    func parameters() throws {
        let found = try destination("/search?text=reef&tag=a&tag=b&utm=1&utm=2#part")
        #expect(found.parameters[LinkParameter<String>.text] == "reef")
        #expect(found.parameters[LinkParameter<Int>.page] == 1)
        #expect(found.parameters[LinkParameter<Sorting>.sorting] == nil)
        #expect(found.parameters[all: LinkParameter<String>.tags] == ["a", "b"])
        #expect(found.unclaimed == [.init("utm", "1"), .init("utm", "2")])
        #expect(try Self.router().link(for: found).path == "/search?text=reef&tag=a&tag=b#part")
        let mini = try destination("miniapp://com.example.kudos;version=2/pages/list?to=ada#top")
        #expect(mini.rest == ["pages", "list"])
        #expect(mini.unclaimed == [.init("to", "ada")])
        #expect(mini.version == "2")
    }

    @Test("What was said about a background place is kept, even if another place comes to the front")
    func background() throws {
        let router = Self.router()
        let found = try destination(
            "/compose?with=/search?text=reef%2526co%26page=3&with=/miniapp/com.example.kudos/pages/list")
        #expect(found.background[.search]?.parameters[LinkParameter<String>.text] == "reef&co")
        #expect(found.background[.mini("com.example.kudos")]?.rest == ["pages", "list"])
        let text = "/compose?with=/search?text=reef%2526co%26page=3&with=/miniapp/com.example.kudos/pages/list"
        #expect(try router.link(for: found).path == text)
        let front = found.moved(to: PresentedPath([Screen.dash => .compose, .dash => .search]))
        #expect(try router.link(for: front).path == "/search?text=reef%26co&page=3&with=/compose")
        // A background URL that goes further than the foreground becomes the foreground.
        #expect(try router.link(for: destination("/?with=/search?text=a")).path == "/search?text=a")
        #expect(try router.link(for: destination("/Products?with=/Products?id=3")).path == "/Products?id=3")
    }

    @Test("Only the first component of a custom scheme matches case-insensitively")
    func caseless() throws {
        for text in ["dla://products?id=30", "dla://PRODUCTS?id=30", "dla://Products?id=30"] {
            #expect(try destination(text).path.edges.count == 2)
        }
        #expect(throws: LinkError.unknownRoute(.component(1), "products")) {
            try destination("https://lagoon.example/products")
        }
        #expect(throws: LinkError.unknownRoute(.component(3), "Members")) { try destination("dla://teams/7/Members/9") }
        let router = Self.router()
        #expect(try router.canonicalStart(of: DeepLink(path: "/products?id=3"))?.path == "/Products?id=3")
        #expect(try router.canonicalStart(of: DeepLink(path: "/Products")) == nil)
    }

    @Test(
        "A link that can't be resolved reports why",
        arguments: [
            ("/nowhere", .unknownRoute(.component(1), "nowhere")),
            ("/Products/30", .unknownRoute(.component(2), "30")),
            ("/teams", .unknownRoute(nil, "teams")),
            ("/Products?id=abc", .invalidValue(.item("id"), "abc", expected: "a whole number")),
            ("/Products?id=", .invalidValue(.item("id"), "", expected: "a whole number")),
            ("/Products?id=+5", .invalidValue(.item("id"), "+5", expected: "a whole number")),
            ("/Products?id=030", .invalidValue(.item("id"), "030", expected: "a whole number")),
            (
                "/Products?id=9223372036854775808",
                .invalidValue(.item("id"), "9223372036854775808", expected: "a whole number")
            ),
            ("/Products?id=1&id=2", .repeated("id")),
            ("/Products?id=\(Int.min)", .invalidValue(.item("id"), "\(Int.min)", expected: "a whole number")),
            ("/search", .missing("text")),
            ("/search?text=a&sort=size", .invalidValue(.item("sort"), "size", expected: "one of name, price")),
            (
                "/shop/0f8fad5bd9cb469fa16570867728950e",
                .invalidValue(.component(2), "0f8fad5bd9cb469fa16570867728950e", expected: "a UUID")
            ),
            ("/compose?with=/nowhere", .nested("Nothing was found at \"nowhere\", component 1.")),
            ("/compose?with=https://evil.example/", .nested(LinkError.malformed.description)),
            ("/compose?with=/Products?with=/teams/7", .nested(LinkError.tooMany(.item("with"), limit: 1).description)),
        ] as [(String, LinkError)]
    )
    func nowhere(_ text: String, _ expected: LinkError) {
        #expect(throws: expected) { try destination(text) }
    }

    @Test("Of several routes the one that claims most items wins, and an invalid value causes no fallback")
    func claims() throws {
        let router = LinkRouter<Screen> {
            Route(Screen.dash => .search) {
                PathSegment("s")
                QueryItem(optional: LinkParameter<String>.text)
            }
            Route(Screen.dash => .product(.any)) {
                PathSegment("s")
                QueryItem("id", Screen.product)
            }
            Route(Screen.dash => .tag(.any)) {
                PathSegment("s")
                QueryItem("id", Screen.tag)
                QueryItem(LinkParameter<Int>.page)
            }
        }
        func target(_ text: String) throws -> String {
            try router.path(for: DeepLink(path: text)).edges.last.map { "\($0.to)" } ?? ""
        }
        #expect(try target("/s") == "search")
        #expect(try target("/s?text=a") == "search")
        #expect(try target("/s?id=1") == "product(1)")
        #expect(try target("/s?id=1&text=a") == "product(1)")
        #expect(try target("/s?page=2&id=1") == "tag(1)")
        #expect(throws: LinkError.invalidValue(.item("id"), "x", expected: "a whole number")) { try target("/s?id=x") }
        #expect(throws: LinkError.missing("id")) { try target("/s?page=2") }
    }

    @Test("Invalid routes, and routes that can't be told apart, are refused when the router is built")
    func refusedRouters() {
        func error(@RouteBuilder<Screen> _ routes: () -> [Route<Screen>]) -> LinkRouterError? {
            do {
                _ = try LinkRouter(routes: routes())
                return nil
            } catch {
                return error
            }
        }
        #expect(
            error {
                Route(Screen.dash => .team(.any)) {
                    PathSegment("a"); PathSegment(Screen.team)
                }
                Route(Screen.dash => .member(.any)) {
                    PathSegment("a"); PathSegment(Screen.member)
                }
            } == .duplicate("/a/{id}")
        )
        #expect(
            error {
                Route(Screen.dash => .search) { PathSegment("A") }
                Route(Screen.dash => .compose) { PathSegment("a") }
            } == .caseOnly("A", "a")
        )
        #expect(error { Route(Screen.dash => .search) { PathSegment("..") } } == .badLiteral(".."))
        #expect(error { Route(Screen.dash => .search) { PathSegment("a/b") } } == .badLiteral("a/b"))
        #expect(
            error {
                Route(Screen.dash => .search) {
                    RemainingPath(); PathSegment("a")
                }
            } == .restInTheMiddle("/…/a"))
        #expect(
            error {
                Route(Screen.dash => .team(.any)) {
                    PathSegment("a"); QueryItem("with", Screen.team)
                }
            } == .badItem("with", route: "/a/?with"))
        #expect(error { Route(Screen.dash => .search) { PathSegment(Screen.team) } } == .strayID(route: "/{id}"))
        #expect(
            error {
                Route(Screen.dash => .team(.any) => .member(.any)) {
                    PathSegment("a")
                    PathSegment(Screen.member)
                }
            } == .missingID("team", route: "/a/{id}"))
        #expect(
            error { Route(Screen.dash => .team("reef")) { PathSegment("reef") } } == nil,
            "a literal id is not missing")
        #expect(
            error {
                Route(Screen.dash => .search) { PathSegment("..") }
                Route(Screen.dash => .search) { PathSegment("a/b") }
            }?.description == "\"..\" is not a valid path component.\n\"a/b\" is not a valid path component.")
        #expect(
            error { Route([Screen.dash => .products, .search => .compose]) { PathSegment("a") } } == .brokenWay("/a"))
    }

    @Test("A path without a URL is refused, and so is a text that a URL can't contain")
    func unprintable() throws {
        let router = Self.router()
        #expect(throws: LinkError.noRoute("tag(1)")) { try router.url(for: PresentedPath([Screen.dash => .tag(1)])) }
        #expect(throws: LinkError.noRoute("product(1)")) {
            try router.url(for: PresentedPath([Screen.dash => .product(1)]))
        }
        for text in ["", "..", "a/b", "%41", "a\u{0}"] {
            #expect(throws: LinkError.noRoute("\"\(text)\"")) {
                try router.url(for: [PathEdge(Screen.dash => .team(text))])
            }
        }
    }

    @Test("Routes are listed, and compared with a graph")
    func listing() throws {
        let router = Self.router()
        let search = try #require(router.listing.first { $0.target == "search" })
        #expect(search.pattern == "/search?text={text}&sort={sort}&page={page}&tag={tag}")
        #expect(search.way == "dash -> search")
        #expect(
            search.values == [
                "text: text", "sort: one of name, price (optional)", "page: a whole number (default: 1)",
                "tag: text (any number of times)",
            ]
        )
        let graph = NavigationGraph(entry: Screen.dash) {
            Pass(Screen.dash => [.products, .team(.any), .tag(.any)])
        }
        let warnings = router.check(against: graph)
        #expect(warnings.contains("No route leads to tag, so it has no URL."))
        #expect(
            warnings.contains(
                "The route /Products?id={id} goes along products -> product, which is not in the graph.")
        )
    }

    private enum Tabs: Fragment { case root, left, right, product(Int), reviews(Int) }

    @Test("A link names places in two tabs, with the same product in both")
    func twins() throws {
        let router = LinkRouter<Tabs> {
            Route(Tabs.root => .left => .product(.any)) {
                PathSegment("left")
                PathSegment(Tabs.product)
            }
            Route(Tabs.root => .right => .product(.any)) {
                PathSegment("right")
                PathSegment(Tabs.product)
            }
        }
        var state = NavigationState(
            NavigationGraph(entry: Tabs.root) {
                Pick(Tabs.root => [.left, .right])
                Pass([Tabs.left, .right] => .product(.any))
            })
        let link = try DeepLink(path: "/left/30?with=/right/30")
        let destination = try router.destination(for: link)
        try state.replace(with: destination.path)
        for tab in [Tabs.left, .right] {
            #expect(state.stack(from: tab) == [.product(30)])
        }
        #expect(state.selected(among: [.left, .right]) == .left)
        var actual = destination
        actual.path = state.path
        #expect(try router.link(for: actual).path == link.path)
    }

    @Test("A route finds its edges if one path is shortest; several places can share one id")
    func ownWay() throws {
        let graph = NavigationGraph(entry: Tabs.root) {
            Pick(Tabs.root => [.left, .right])
            Pass(Tabs.left => .product(.any))
            Pass(Tabs.product(.any) => .reviews(.any))
        }
        let router = LinkRouter(graph) {
            Route(to: .root) {}
            Route(to: .reviews(.any)) {
                PathSegment("products")
                PathSegment(Tabs.product, Tabs.reviews)
                PathSegment("reviews")
            }
        }
        let link = try DeepLink(path: "/products/30/reviews")
        let whole = try router.path(for: link)
        #expect(whole.description == "root -> left, left -> product(30), product(30) -> reviews(30)")
        #expect(try router.url(for: whole) == link)
        let edges: [GraphEdge<Tabs>] = [Tabs.root => .left, .left => .product(30), .product(30) => .reviews(31)]
        let other = PresentedPath(edges)
        #expect(throws: LinkError.noRoute("reviews(31)")) {
            try router.url(for: other)
        }
        #expect(
            router.check(against: graph) == [
                "No route leads to left, so it has no URL.", "No route leads to right, so it has no URL.",
                "No route leads to product, so it has no URL.",
            ])
        func error(_ segues: [Segue<Tabs>]) -> LinkRouterError? {
            guard let graph = try? NavigationGraph(entry: .root, segues: segues) else { return nil }
            do throws(LinkRouterError) {
                _ = try LinkRouter(graph, routes: [Route(to: .product(.any)) { PathSegment(Tabs.product) }])
                return nil
            } catch { return error }
        }
        let tabs = [Segue(Tabs.root => .left), Segue(Tabs.root => .right)]
        #expect(error(tabs) == .noWay("product"))
        #expect(
            error(tabs + [Segue(.left => .product(1)), Segue(.right => .product(2))])?.description
                == """
                Several shortest paths lead to product: give the route its edges. \
                root -> left, left -> product(1); or root -> right, right -> product(2).
                """
        )
    }
}
