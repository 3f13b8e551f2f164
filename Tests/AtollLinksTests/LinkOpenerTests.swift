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
            pass(.gate => .inside).when("open", otherwise: .door).auto()
            pass(.gate => .door).unless("open", otherwise: .inside)
            pass(.inside => .item(.any)).dismissable()
        }
        let router = LinkRouter(graph) {
            Route(to: .inside) { path("inside") }
            Route(to: .item(.any)) {
                path("items")
                path(Page.item)
            }
        }
        let clock = clock
        return LinkOpener(
            router, at: LinkAddresses(schemes: ["reef"]), in: NavigationRoot(graph, facts: facts), now: { clock.now })
    }

    @Test("A link is opened, and what it says is kept")
    func opens() throws {
        let opener = try opener(["open"])
        #expect(opener.open("reef://items/3"))
        #expect(opener.navigator.presented(Page.item) == [3])
        #expect(opener.opened?.path.edges.count == 2)
        #expect(opener.problem == nil)
    }

    @Test("One that needs something first waits, is opened once, and not for ever")
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
        #expect(opener.navigator.presented(Page.item) == [], "ten minutes are over")
    }

    @Test(
        "One that leads nowhere says which part is wrong",
        arguments: [
            ("reef://nowhere", "The link can't be opened: "), ("reef://items/x", "The link can't be opened: "),
            ("https://elsewhere.example/", "The link can't be opened: "), ("", "The link can't be opened: "),
        ])
    func wrong(_ address: String, _ beginning: String) throws {
        let opener = try opener(["open"])
        let before = opener.navigator.path
        #expect(!opener.open(address))
        #expect(opener.problem?.description.hasPrefix(beginning) == true)
        #expect(opener.navigator.path == before)
        #expect(opener.open("reef://inside"))
        #expect(opener.problem == nil, "the next one clears it")
    }
}
