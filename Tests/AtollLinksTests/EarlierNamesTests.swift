import AtollLinks
import AtollNavigation
import Testing

/// The functions of earlier releases, which stay for one more.
@Suite("Earlier names")
struct EarlierNamesTests {
    @Test("Earlier names of segues make the same graph")
    func segues() {
        let (earlier, now): (any Names, any Names) = (EarlierNames(), PresentNames())
        #expect(earlier.graph.segues == now.graph.segues)
        #expect(now.graph.segues.count == 8)
    }

    @Test("Earlier names of the parts of a route read the same links")
    func routes() throws {
        let (earlier, now): (any Names, any Names) = (EarlierNames(), PresentNames())
        for text in [
            "/products?id=7", "/teams/5/members/5", "/search?text=tea&sort=name&page=2&tag=a&tag=b", "/mini/x/y/z",
        ] {
            let link = try DeepLink(path: text)
            let (old, new) = try (earlier.router.destination(for: link), now.router.destination(for: link))
            #expect(old.path.description == new.path.description)
            #expect(old.parameters == new.parameters)
            #expect(old.rest == new.rest)
            #expect(try earlier.router.link(for: old).path == text)
        }
    }
}

private protocol Names {
    var graph: NavigationGraph<Screen> { get }
    var router: LinkRouter<Screen> { get }
}

private struct PresentNames: Names {
    var graph: NavigationGraph<Screen> {
        NavigationGraph {
            Pass(.dash => .products).auto()
            Pass([.products, .search] => .product(.any)).dismissable()
            Hold(.dash => .compose).dismissable().tag("compose")
            Hold([.product(.any)] => .compose)
            Pick(.dash => .search)
            Pick(.search => [.team(.any), .mini(.any)])
        }
    }

    var router: LinkRouter<Screen> {
        LinkRouter {
            Route(Screen.dash => .products => .product(.any)) {
                PathSegment("products")
                QueryItem("id", Screen.product)
            }
            Route(Screen.dash => .tag(.any) => .member(.any)) {
                PathSegment("teams")
                PathSegment(Screen.tag)
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
                PathSegment("mini")
                PathSegment(Screen.mini)
                RemainingPath()
            }
        }
    }
}

private struct EarlierNames: Names {
    @available(*, deprecated)
    var graph: NavigationGraph<Screen> {
        NavigationGraph {
            pass(.dash => .products).auto()
            pass([.products, .search] => .product(.any)).dismissable()
            hold(.dash => .compose).dismissable().tag("compose")
            hold([.product(.any)] => .compose)
            pick(.dash => .search)
            pick(.search => [.team(.any), .mini(.any)])
        }
    }

    @available(*, deprecated)
    var router: LinkRouter<Screen> {
        LinkRouter {
            Route(Screen.dash => .products => .product(.any)) {
                path("products")
                query("id", Screen.product)
            }
            Route(Screen.dash => .tag(.any) => .member(.any)) {
                path("teams")
                path(Screen.tag)
                path("members")
                path(Screen.member)
            }
            Route(Screen.dash => .search) {
                path("search")
                query(LinkParameter<String>.text)
                query(optional: LinkParameter<Sorting>.sorting)
                query(LinkParameter<Int>.page, default: 1)
                query(repeated: LinkParameter<String>.tags)
            }
            Route(Screen.dash => .mini(.any)) {
                path("mini")
                path(Screen.mini)
                rest()
            }
        }
    }
}
