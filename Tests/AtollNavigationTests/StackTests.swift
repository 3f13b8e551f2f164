import AtollNavigation
import Testing

@MainActor
@Suite("Stacks and selected tabs")
struct StackTests {
    private enum Page: String, Fragment, CustomStringConvertible {
        case start, news, article, author, shop, product, closed
        var description: String { rawValue }
    }

    private static func graph() throws -> NavigationGraph<Page> {
        try NavigationGraph(entry: Page.start) {
            pick(.start => .news).auto()
            pick(.start => .shop)
            pass(.news => .article).dismissable()
            pass(.article => .author).dismissable()
            pass(.author => .article).dismissable()
            hold(.shop => .product).dismissable()
            pass(.shop => .closed)
        }
    }

    private let news = PathFragment(Page.news)

    private func places(_ places: PathFragment<Page>...) -> [PathFragment<Page>] { places }

    @Test("A stack is what a place has passed to, also while another tab is selected")
    func stack() throws {
        var state = NavigationState(try Self.graph())
        #expect(state.stack(from: news) == [])
        try state.present(.article, id: 7)
        try state.present(.author)
        let pushed = places(PathFragment(.article, id: 7), PathFragment(.author))
        #expect(state.stack(from: news) == pushed)
        #expect(state.stack(from: PathFragment(.article, id: 7)) == places(PathFragment(.author)))
        try state.present(.shop)
        #expect(state.stack(from: news) == pushed)
        try state.present(.product, id: 1)
        #expect(state.stack(from: PathFragment(.shop)) == [], "what is held is pushed on nothing")
        #expect(state.stack(from: PathFragment(.closed)) == [], "what is not on the path has none")
    }

    @Test("Setting a stack keeps what both have, dismisses what is left over and presents what is new")
    func setStack() throws {
        var state = NavigationState(try Self.graph())
        let (seven, author, eight) = (
            PathFragment(Page.article, id: 7), PathFragment(Page.author), PathFragment(Page.article, id: 8)
        )
        try state.setStack([seven, author, eight], from: news)
        #expect(state.stack(from: news) == [seven, author, eight])
        try state.setStack([seven, author], from: news)
        #expect(state.stack(from: news) == [seven, author])
        try state.setStack([eight], from: news)
        #expect(state.stack(from: news) == [eight])
        try state.setStack([], from: news)
        #expect(state.stack(from: news) == [])
        #expect(state.presentedPlaces.last == news)
    }

    @Test("A stack that the graph does not allow is refused, and everything stays")
    func refused() throws {
        var state = NavigationState(try Self.graph())
        try state.present(.article, id: 7)
        let before = state
        #expect(throws: NavigationError<Page>.noSegue(.article => .closed)) {
            try state.setStack([PathFragment(.article, id: 7), PathFragment(.closed)], from: PathFragment(.news))
        }
        #expect(!state.canSetStack([PathFragment(.author)], from: news))
        #expect(state == before)
        try state.present(.shop)
        try state.present(.closed)
        #expect(throws: NavigationError<Page>.notDismissable(.shop => .closed)) {
            try state.setStack([], from: PathFragment(.shop))
        }
    }

    @Test("A tab on which something is pushed is selected all the same")
    func selected() throws {
        var state = NavigationState(try Self.graph())
        let tabs: [Page] = [.news, .shop]
        #expect(state.selected(among: tabs) == .news)
        try state.present(.article, id: 7)
        #expect(state.picked(among: tabs) == nil)
        #expect(state.selected(among: tabs) == .news)
        try state.present(.shop)
        #expect(state.selected(among: tabs) == .shop)
        #expect(state.selected(among: [.author, .closed]) == nil)
    }

    private enum App: Fragment {
        case root
        case feature(Page)
        static let features = Embedding(App.feature) { if case .feature(let page) = $0 { page } else { nil } }
    }

    @Test("A feature sees and sets its own stack, and several operations are one change")
    func scoped() throws {
        let navigator = Navigator(
            try NavigationGraph(entry: App.root) {
                pass(.root => .feature(.start)).auto()
                try! Self.graph().mounted(App.features)
            })
        let feature = navigator.scoped(App.features)
        feature.attempt(.setStack([PathFragment(.article, id: 3)], from: news))
        #expect(feature.stack(from: news) == places(PathFragment(.article, id: 3)))
        #expect(feature.selected(among: [.news, .shop]) == .news)
        #expect(navigator.stack(from: PathFragment(.feature(.news))).count == 1)
        #expect(throws: NavigationError<App>.self) {
            try navigator.update { state throws(NavigationError<App>) in
                try state.present(.feature(.author))
                try state.present(.feature(.product))
            }
        }
        #expect(feature.stack(from: news).count == 1, "all or nothing")
        let dropped = navigator.restore(
            PresentedPath([.root => .feature(.start), .feature(.start) => .feature(.shop), .feature(.shop) => .root]))
        #expect(dropped.map(\.edge.edge) == [GraphEdge(from: .feature(.shop), to: .root)])
        #expect(dropped.map(\.fault) == [.noSegue])
        #expect(feature.selected(among: [.news, .shop]) == .shop)
    }
}
