import AtollNavigation
import Testing

/// What Helm's own tests check of its router, checked of this one: the results are the same, or a row in the article
/// "From Helm" says why not. Each test is named after what it checks, followed by the names of Helm's tests.
@MainActor
@Suite("Helm's tests, for the navigator")
struct HelmStateTests {
    private typealias Failure = NavigationError<Letter>

    private func navigator(_ path: [GraphEdge<Letter>] = [], @SegueBuilder<Letter> _ segues: () -> [Segue<Letter>])
        throws
        -> Navigator<Letter>
    {
        Navigator(try NavigationState(NavigationGraph.checked(entry: .a, segues), path: PresentedPath(path)))
    }

    /// The presented places, as letters.
    private func shown(_ navigator: Navigator<Letter>) -> String {
        navigator.presentedPlaces.map(\.description).sorted().joined()
    }

    private func fault(@SegueBuilder<Letter> _ segues: () -> [Segue<Letter>]) -> GraphFault<Letter>? {
        do {
            _ = try NavigationGraph.checked(segues)
            return nil
        } catch { return error.faults.first }
    }

    @Test("Graphs that can't be routers (testInitFail)")
    func initFail() {
        #expect(fault {} == .empty)
        #expect(fault { Pass(Letter.a => .b => .a) } == .noEntry)
        #expect(fault { Pass([Letter.a => .b, Letter.c => .d]) } == .ambiguousEntry([.a, .c]))
        #expect(
            fault {
                Pass(Letter.a => .b)
                Pass(Letter.b => .c => .b).auto()
            } == .autoLoop([.b => .c, .c => .b]))
        #expect(
            fault {
                Pass(Letter.a => .b => .c)
                Pass(Letter.b => .c).auto()
            } == .duplicateSegue(.b => .c))
        #expect(throws: Failure.brokenPath(PathEdge(.a => .c), .noSegue)) {
            try navigator([.a => .c]) { Pass(Letter.a => .b => .c) }
        }
    }

    @Test("The entry, and what autos present along with it or with others (testEntry, testAutoEntry, testAuto)")
    func entries() throws {
        let graph = NavigationGraph { Pass(Letter.a => [.b, .c, .d]) }
        #expect(graph.entry == .a)
        let first = try navigator {
            Pass(Letter.a => .b).auto()
            Pass(Letter.a => [.c, .d])
        }
        #expect(first.isPresented(.b))
        let second = try navigator {
            Pass(Letter.a => .b)
            Pass(Letter.b => .c).auto()
        }
        second.present(.b)
        #expect(second.isPresented(.c))
    }

    @Test("Going round a cycle (testCyclicPath)")
    func cyclicPath() throws {
        let navigator = try navigator([.a => .b]) { Pass(Letter.a => .b => .c => .b) }
        for _ in 0..<2 {
            navigator.present(.c)
            #expect(shown(navigator) == "c")
            navigator.present(.b)
            #expect(shown(navigator) == "b")
        }
    }

    @Test("Going round a cycle with a hold (testHoldCyclicPath)")
    func holdCyclicPath() throws {
        let navigator = try navigator([.a => .b]) {
            Pass(Letter.a => .b => .c)
            Hold(Letter.c => .d)
            Pass(Letter.c => .e)
            Pass(Letter.e => .b)
            Pass(Letter.b => .e)
        }
        for letter in [Letter.c, .d, .e, .b, .e] { navigator.present(letter) }
        #expect(navigator.errors.isEmpty && shown(navigator) == "e")
    }

    @Test("Presented, dismissed and presented again (testIsPresented, without the binding, which is AtollUI's)")
    func isPresented() throws {
        let navigator = try navigator([.a => .b]) { Pass(Letter.a => .b).dismissable() }
        #expect(navigator.isPresented(.b) && !navigator.isPresented(.a))
        navigator.dismiss(.b)
        #expect(navigator.isPresented(.a) && !navigator.isPresented(.b))
        navigator.present(.b)
        #expect(navigator.isPresented(.b) && !navigator.isPresented(.a))
    }

    @Test("Dismissing an edge (testDismissEdgeFail, testDismissEdge)")
    func dismissEdge() throws {
        let closed = try navigator([.a => .b]) {
            Pass(Letter.a => .b)
            Pass(Letter.a => .c).dismissable()
        }
        #expect(throws: Failure.noSegue(.d => .b)) { try closed.perform(.dismissEdge(.d => .b)) }
        #expect(throws: Failure.notDismissable(.a => .b)) { try closed.perform(.dismissEdge(.a => .b)) }
        #expect(throws: Failure.notPresented(.c)) { try closed.perform(.dismissEdge(.a => .c)) }
        let open = try navigator([.a => .b, .b => .c, .c => .d]) {
            Pass(Letter.a => .b)
            Hold(Letter.b => .c).dismissable()
            Pass(Letter.c => .d)
        }
        try open.perform(.dismissEdge(.b => .c))
        #expect(shown(open) == "b" && open.path.description == "a -> b")
    }

    @Test("Dismissing the newest; without one there is a single error (testDismissLastFail, testDismissLast)")
    func dismissLast() throws {
        let none = try navigator { Pass(Letter.a => .b => .c) }
        none.dismiss()
        none.present(.b)
        none.present(.c)
        none.dismiss()
        #expect(none.errors == [.nothingToDismiss, .nothingToDismiss])
        let some = try navigator([.a => .b, .b => .c, .c => .d]) {
            Pass(Letter.a => .b)
            Pass(Letter.b => .c).dismissable()
            Pass(Letter.c => .d)
        }
        some.dismiss()
        #expect(some.isPresented(.b) && some.path.description == "a -> b" && some.errors.isEmpty)
    }

    @Test("Dismissing by a tag (testDismissTagFail, testDismissTag)")
    func dismissTag() throws {
        let untagged = try navigator([.a => .b, .b => .c]) {
            Pass(Letter.a => .b).dismissable()
            Pass(Letter.b => .c)
        }
        untagged.dismiss(tag: "menu")
        #expect(untagged.errors == [.unknownTag("menu")])
        let tagged = try navigator([.a => .b, .b => .c]) {
            Pass(Letter.a => .b).dismissable().tag("menu")
            Pass(Letter.b => .c)
        }
        tagged.dismiss(tag: "menu")
        #expect(shown(tagged) == "a" && tagged.errors.isEmpty)
    }

    @Test("Dismissing a fragment (testDismissFragmentFail, testDismissFragment)")
    func dismissFragment() throws {
        let closed = try navigator([.a => .b, .b => .c]) { Pass(Letter.a => .b => .c) }
        closed.dismiss(.c)
        #expect(closed.errors == [.notDismissable(.b => .c)])
        let open = try navigator([.a => .b, .b => .c]) {
            Pass(Letter.a => .b)
            Pass(Letter.b => .c).dismissable()
        }
        open.dismiss(.c)
        #expect(open.isPresented(.b) && open.path.description == "a -> b" && open.errors.isEmpty)
    }

    @Test("Presenting an edge (testPresentEdge)")
    func presentEdge() throws {
        let navigator = try navigator([.a => .b]) { Pass(Letter.a => .b => .c => .d) }
        try navigator.perform(.presentEdge(.b => .c))
        #expect(navigator.isPresented(.c) && navigator.path.description == "a -> b, b -> c")
    }

    @Test("Forward with several ways on, and with one (testForwardFail, testForward)")
    func forward() throws {
        let many = try navigator {
            Pass(Letter.a => [.b, .c])
            Pass(Letter.b => [.c, .d])
        }
        many.forward()
        #expect(shown(many) == "a")
        many.present(.b)
        many.forward()
        #expect(shown(many) == "b")
        #expect(many.errors == [.ambiguousForward(.a, [.b, .c]), .ambiguousForward(.b, [.c, .d])])
        let one = try navigator { Pass(Letter.a => .b => .c => .d) }
        one.forward()
        #expect(shown(one) == "b")
        one.forward()
        #expect(shown(one) == "c" && one.errors.isEmpty)
    }

    @Test("Presenting by a tag (testPresentTagFail, testPresentTag)")
    func presentTag() throws {
        let untagged = try navigator([.a => .b]) { Pass(Letter.a => .b) }
        untagged.present(tag: "menu")
        #expect(shown(untagged) == "b" && untagged.errors == [.unknownTag("menu")])
        let tagged = try navigator { Pass(Letter.a => .b).tag("menu") }
        tagged.present(tag: "menu")
        #expect(shown(tagged) == "b" && tagged.errors.isEmpty)
    }

    @Test("Presenting a fragment (testPresentFragmentFail, testPresentFragment)")
    func presentFragment() throws {
        func make() throws -> Navigator<Letter> {
            try navigator {
                Pass(Letter.a => [.b, .c])
                Pass(Letter.c => .d)
            }
        }
        let failing = try make()
        failing.present(.d)
        #expect(shown(failing) == "a")
        failing.present(.c)
        failing.present(.b)
        #expect(shown(failing) == "c")
        #expect(failing.errors == [.noWay(to: .d, from: [.a]), .noWay(to: .b, from: [.c])])
        let other = try make()
        other.present(.c)
        #expect(shown(other) == "c")
        other.present(.d)
        #expect(shown(other) == "d" && other.errors.isEmpty)
    }

    @Test("Picking one of several (testPickPresented, without the binding)")
    func pickPresented() throws {
        let router = try navigator([.a => .b]) {
            Pass(Letter.a => [.b, .c]).dismissable()
            Pass(Letter.b => .c => .b)
        }
        #expect(router.picked(among: [.b, .c]) == .b)
        router.present(.c)
        #expect(router.picked(among: [.b, .c]) == .c)
        router.pick(.b, among: [.b, .c])
        #expect(shown(router) == "b")
        router.pick(nil, among: [.b, .c])
        #expect(shown(router) == "a")
    }

    @Test("Setting the path (testReplacePathFail, testReplacePath)")
    func replacePath() throws {
        let chain = try navigator([.a => .b]) { Pass(Letter.a => .b => .c => .d) }
        #expect(throws: Failure.brokenPath(PathEdge(.a => .c), .noSegue)) {
            try chain.perform(.replace(PresentedPath([Letter.a => .c])))
        }
        let fork = try navigator([.a => .b]) {
            Pass(Letter.a => .b)
            Hold(Letter.a => .c)
        }
        try fork.perform(.replace(PresentedPath([Letter.a => .c])))
        #expect(shown(fork) == "ac")
    }

    @Test("Walking along every segue: the steps differ, but each can be taken (testTransitions)")
    func transitions() throws {
        let graph = NavigationGraph {
            Pass(Letter.a => [.b, .c, .d])
            Pass(Letter.b => [.c, .d])
            Pass(Letter.c => .d => .b)
        }
        let root = NavigationRoot(graph)
        var taken: Set<GraphEdge<Letter>> = []
        for step in root.transitions() {
            try root.navigator.perform(step)
            if case .presentEdge(let edge) = step { taken.insert(edge) }
        }
        #expect(taken == Set(graph.segues.map(\.edge)))
    }

    @Test("Members of a family (testFragmentIdentity, testFragmentIdentityBinding, testFragmentIdentityMatchFirst)")
    func identity() throws {
        let navigator = try navigator { Pass(Letter.a => .p(.any)).dismissable() }
        navigator.present(.p(1))
        #expect(!navigator.isPresented(.a) && !navigator.isPresented(.p(2)) && navigator.isPresented(.p(1)))
        #expect(navigator.presented(Letter.p) == [1] && navigator.presented(Letter.q) == [])
        navigator.dismissAny(.p(.any))
        #expect(navigator.isPresented(.a) && !navigator.isAnyPresented(.p(.any)))
    }

    @Test("Several members of a family: all are read, oldest first (testFragmentIdentityMatchFirstButMany, …MatchAll)")
    func severalOfAFamily() throws {
        let navigator = try navigator {
            Pass(Letter.a => .p(.any)).dismissable()
            Hold(Letter.p(.any) => .p(.any))
        }
        navigator.present(.p(1))
        navigator.present(.p(2))
        #expect(navigator.presented(Letter.p) == [1, 2])
        #expect(navigator.presented(Letter.q) == [])
    }

    @Test("A place that gives way takes what it holds with it (testDisconectedPresentedNodes)")
    func holdersGiveWay() throws {
        let navigator = try navigator([.a => .b, .b => .c, .c => .d]) {
            Pass(Letter.a => .b => .c => .e)
            Hold(Letter.c => .d)
        }
        #expect(shown(navigator) == "cd")
        navigator.present(.e)
        #expect(shown(navigator) == "e")
    }
}
