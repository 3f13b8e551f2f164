import AtollLinks
import AtollNavigation
import Testing

@MainActor
@Suite("Opening links in an app")
struct LinkOpenerTests {
    private enum Page: Fragment {
        case gate, door, inside
        case item(Int)
    }

    private final class Clock { var now = Duration.zero }
    private let clock = Clock()

    private func opener(_ facts: Set<Fact> = []) throws -> LinkOpener<Page> {
        let graph = NavigationGraph(entry: Page.gate) {
            Pass(.gate => .inside).when("open", otherwise: .door).auto()
            Pass(.gate => .door).unless("open", otherwise: .inside)
            Pass(.inside => .item(.any)).dismissable()
        }
        let router = LinkRouter(graph) {
            Route(to: .inside) { PathSegment("inside") }
            Route(to: .item(.any)) {
                PathSegment("items")
                PathSegment(Page.item)
            }
        }
        let clock = clock
        return LinkOpener(
            router, at: LinkAddresses(schemes: ["reef"]), in: NavigationRoot(graph, facts: facts), now: { clock.now })
    }

    @Test("A link is opened, and what it says in addition is available")
    func opens() throws {
        let opener = try opener(["open"])
        #expect(opener.open("reef://items/3"))
        #expect(opener.navigator.presented(Page.item) == [3])
        #expect(opener.opened?.path.edges.count == 2)
        #expect(opener.problem == nil)
    }

    @Test("What a link says is taken once, by the screen that it leads to")
    func takes() throws {
        let opener = try opener(["open"])
        #expect(opener.open("reef://items/3"))
        #expect(opener.take(for: Page.item(4)) == nil && opener.opened != nil)
        #expect(opener.take(for: Page.item(3))?.path.edges.count == 2)
        #expect(opener.take(for: Page.item(3)) == nil && opener.opened == nil)
        #expect(opener.open("reef://items/3"))
        #expect(opener.take(for: Page.item(3)) != nil, "the next link")
    }

    @Test("A link that needs a condition first waits, is opened once, and expires")
    func waits() throws {
        let opener = try opener()
        #expect(opener.open("reef://items/3"))
        #expect(opener.isWaiting && opener.opened == nil)
        opener.resume()
        #expect(opener.isWaiting, "nothing has changed")
        opener.navigator.set("open", true)
        opener.resume()
        #expect(opener.navigator.presented(Page.item) == [3])
        #expect(!opener.isWaiting && opener.opened != nil)
        opener.navigator.set("open", false)
        #expect(opener.open("reef://items/4"))
        clock.now = .seconds(601)
        opener.navigator.set("open", true)
        opener.resume()
        #expect(opener.navigator.presented(Page.item) == [], "the ten minutes are over")
    }

    @Test(
        "A link that can't be opened reports which part is wrong",
        arguments: [
            ("reef://nowhere", "The URL can't be read. "), ("reef://items/x", "The URL can't be read. "),
            ("https://elsewhere.example/", "The URL can't be read. "), ("", "The URL can't be read. "),
        ])
    func wrong(_ address: String, _ beginning: String) throws {
        let opener = try opener(["open"])
        let before = opener.navigator.path
        #expect(!opener.open(address))
        #expect(opener.problem?.description.hasPrefix(beginning) == true)
        #expect(opener.problem?.userText == "There is nothing at this address.")
        #expect(opener.navigator.path == before)
        #expect(opener.open("reef://inside"))
        #expect(opener.problem == nil, "the next link clears it")
    }

    @Test("A broken link does not discard the waiting one")
    func brokenMeanwhile() throws {
        let opener = try opener()
        #expect(opener.open("reef://items/3"))
        #expect(!opener.open("reef://nowhere") && opener.isWaiting)
        opener.navigator.set("open", true)
        opener.resume()
        #expect(opener.navigator.presented(Page.item) == [3])
    }

    @Test("Links wait while what is on screen must not be lost; then the newest one is opened")
    func paused() throws {
        let opener = try opener(["open"])
        opener.isPaused = true
        #expect(opener.open("reef://items/3") && opener.open("reef://items/4"))
        #expect(opener.isWaiting && opener.navigator.presented(Page.item) == [])
        opener.resume()
        #expect(opener.navigator.presented(Page.item) == [], "still busy")
        opener.isPaused = false
        #expect(opener.navigator.presented(Page.item) == [4] && !opener.isWaiting)
        // A link that can't be opened is reported when the pause ends; a closed one waits for its fact.
        opener.isPaused = true
        #expect(opener.open("reef://nowhere") && opener.problem == nil)
        opener.isPaused = false
        #expect(opener.problem != nil)
        opener.navigator.set("open", false)
        opener.isPaused = true
        #expect(opener.open("reef://items/9"))
        opener.isPaused = false
        #expect(opener.isWaiting)
        opener.navigator.set("open", true)
        opener.resume()
        #expect(opener.navigator.presented(Page.item) == [9])
    }

    @Test("Tabs that a link does not mention stay as they were")
    func tabs() throws {
        enum Tab: Fragment { case one, two }
        enum App: Fragment {
            case home, page(Int)
            case tab(Tab)
        }
        let graph = NavigationGraph(entry: App.home) {
            Pick(.home => .tab(.one)).auto()
            Pick(.home => .tab(.two))
            Pass([.tab(.one), .tab(.two)] => .page(.any)).dismissable()
        }
        let router = LinkRouter(graph) {
            Route(.home => .tab(.two) => .page(.any)) {
                PathSegment("pages")
                PathSegment(App.page)
            }
        }
        let root = NavigationRoot(graph)
        let opener = LinkOpener(router, at: LinkAddresses(schemes: ["reef"]), in: root)
        root.navigator.present(.page(1))
        opener.isPaused = true
        #expect(opener.open("reef://pages/2"))
        opener.isPaused = false
        #expect(root.navigator.presented(App.page) == [2])
        root.navigator.present(.tab(.one))
        #expect(root.navigator.presented(App.page) == [1])
    }

    @Test(
        "An origin is accepted however it is written",
        arguments: ["https://reef.example", "https://reef.example/", "HTTPS://Reef.Example"])
    func origins(_ origin: String) throws {
        let addresses = LinkAddresses(schemes: ["Reef"], origins: [origin])
        #expect(addresses.origins == ["https://reef.example"] && addresses.schemes == ["reef"])
        _ = try DeepLink("https://reef.example/items/3", at: addresses)
    }

    @Test("A waiting link is dropped with its redirect, survives its further pages, and is not opened twice")
    func givenUp() throws {
        enum Page: Fragment { case home, form, second, other, item(Int) }
        let graph = NavigationGraph(entry: Page.home) {
            Hold(.home => .item(.any)).when("member", otherwise: .form).dismissable()
            Hold(.home => .form).dismissable()
            Pass(.form => .second).dismissable()
            Pass(.home => .other).dismissable()
        }
        let router = LinkRouter(graph) {
            Route(to: .item(.any)) {
                PathSegment("items")
                PathSegment(Page.item)
            }
        }
        let root = NavigationRoot(graph)
        let opener = LinkOpener(router, at: LinkAddresses(schemes: ["reef"]), in: root)
        func becomeMember(_ isMember: Bool) {
            root.navigator.set("member", isMember)
            opener.resume()
        }
        #expect(opener.open("reef://items/3") && root.navigator.isPresented(.form))
        root.navigator.present(.second)
        #expect(opener.open("reef://items/3") && root.navigator.isPresented(.second), "opened again")
        becomeMember(true)
        #expect(root.navigator.presented(Page.item) == [3])
        root.navigator.dismiss()
        becomeMember(false)
        #expect(opener.open("reef://items/4"))
        root.navigator.dismiss(.form)
        root.navigator.present(.other)
        becomeMember(true)
        #expect(root.navigator.presentedPlaces == [.other] && !opener.isWaiting)
    }
}
