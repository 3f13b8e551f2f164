import Testing

@testable import AtollNavigation

@MainActor
@Suite("Stacks and selected tabs")
struct StackTests {
    private enum Page: Fragment {
        case start, news, author, shop, closed
        case article(Int), product(Int)
    }

    private static func graph() -> NavigationGraph<Page> {
        NavigationGraph(entry: Page.start) {
            Pick(.start => .news).auto()
            Pick(.start => .shop)
            Pass(.news => .article(.any)).dismissable()
            Pass(.article(.any) => .author).dismissable()
            Pass(.author => .article(.any)).dismissable()
            Hold(.shop => .product(.any)).dismissable()
            Pass(.shop => .closed)
        }
    }

    private let news = Page.news

    private func places(_ places: Page...) -> [Page] { places }

    @Test("A stack is what a place has passed to, even while another tab is selected")
    func stack() throws {
        var state = NavigationState(Self.graph())
        #expect(state.stack(from: news) == [])
        try state.present(.article(7))
        try state.present(.author)
        let pushed = places(Page.article(7), .author)
        #expect(state.stack(from: news) == pushed)
        #expect(state.stack(from: Page.article(7)) == places(.author))
        try state.present(.shop)
        #expect(state.stack(from: news) == pushed)
        try state.present(.product(1))
        #expect(state.stack(from: .shop) == [], "a held place is not part of a stack")
        #expect(state.stack(from: .closed) == [], "a place that is not on the path has no stack")
    }

    @Test("Setting a stack keeps the common part, dismisses the rest and presents what is new")
    func setStack() throws {
        var state = NavigationState(Self.graph())
        let (seven, author, eight) = (
            Page.article(7), Page.author, Page.article(8)
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

    @Test("A stack that the graph does not allow is refused, and nothing changes")
    func refused() throws {
        var state = NavigationState(Self.graph())
        try state.present(.article(7))
        let before = state
        #expect(throws: NavigationError<Page>.noSegue(.article(7) => .closed)) {
            try state.setStack([Page.article(7), .closed], from: .news)
        }
        #expect(!state.canSetStack([.author], from: news))
        #expect(state == before)
        try state.present(.shop)
        try state.present(.closed)
        #expect(throws: NavigationError<Page>.notDismissable(.shop => .closed)) {
            try state.setStack([], from: .shop)
        }
    }

    @Test("A tab on which something is pushed is still selected")
    func selected() throws {
        var state = NavigationState(Self.graph())
        let tabs: [Page] = [.news, .shop]
        #expect(state.selected(among: tabs) == .news)
        try state.present(.article(7))
        #expect(state.picked(among: tabs) == nil)
        #expect(state.selected(among: tabs) == .news)
        try state.present(.shop)
        #expect(state.selected(among: tabs) == .shop)
        #expect(state.selected(among: [.author, .closed]) == nil)
    }

    private enum App: Fragment {
        case root
        case feature(Page)
        static let features = Embedding(App.feature)
    }

    @Test("A feature sees and sets its own stack, and several operations are one change")
    func scoped() throws {
        let root = NavigationRoot(
            NavigationGraph(entry: App.root) {
                Pass(.root => .feature(.start)).auto()
                Self.graph().mounted(App.features)
            })
        let navigator = root.navigator
        let feature = navigator.scoped(App.features)
        feature.attempt(.setStack([Page.article(3)], from: news))
        #expect(feature.stack(from: news) == places(Page.article(3)))
        #expect(feature.selected(among: [.news, .shop]) == .news)
        #expect(navigator.stack(from: .feature(.news)).count == 1)
        #expect(throws: NavigationError<App>.self) {
            try root.update { state throws(NavigationError<App>) in
                try state.present(.feature(.author))
                try state.present(.feature(.product(1)))
            }
        }
        #expect(feature.stack(from: news).count == 1, "all or nothing")
        let dropped = root.restore(
            PresentedPath([.root => .feature(.start), .feature(.start) => .feature(.shop), .feature(.shop) => .root]))
        #expect(dropped.map(\.edge.edge) == [GraphEdge(from: .feature(.shop), to: .root)])
        #expect(dropped.map(\.fault) == [.noSegue])
        #expect(feature.selected(among: [.news, .shop]) == .shop)
    }

    @Test("Swiping back fires no auto, like dismissing; pushing does")
    func autos() throws {
        var state = try letters {
            Pass(.a => .b => .c).dismissable()
            Hold(.b => .d).auto().dismissable()
        }
        try state.setStack([.b], from: .a)
        #expect(state.screen == "b d")
        try state.dismiss(.d)
        try state.present(.c)
        try state.setStack([.b], from: .a)
        #expect(state.screen == "b")
    }

    @Test("A state that is used directly forgets ids that are no longer on the path")
    func memory() throws {
        var state = try letters { Pass(.a => .p(0)).dismissable() }
        for id in 1...10_000 {
            try state.present(.p(id))
            try state.dismiss(.p(id))
        }
        #expect(state.knownIDs < 200)
    }
}
