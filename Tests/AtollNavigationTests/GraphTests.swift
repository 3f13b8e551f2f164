import AtollNavigation
import Testing

@Suite("The navigation graph")
struct GraphTests {
    private func error(
        entry: Letter? = nil, @SegueBuilder<Letter> _ segues: () -> [Segue<Letter>]
    ) -> GraphFault<Letter>? {
        do {
            _ = try NavigationGraph(entry: entry, segues: segues())
            return nil
        } catch {
            #expect(error.faults.count == 1)
            return error.faults.first
        }
    }

    @Test("Edges are written one to one, one to many, many to one, many to many, and in chains")
    func edges() {
        let one: GraphEdge<Letter> = .a => .b
        #expect(one.description == "a -> b")
        let many: [GraphEdge<Letter>] = .a => [.b, .c]
        #expect(many.map(\.description) == ["a -> b", "a -> c"])
        let joined: [GraphEdge<Letter>] = [.a, .b] => .c
        #expect(joined.map(\.description) == ["a -> c", "b -> c"])
        let all: [GraphEdge<Letter>] = [.a, .b] => [.c, .d]
        #expect(all.map(\.description) == ["a -> c", "a -> d", "b -> c", "b -> d"])
        let chain: [GraphEdge<Letter>] = Letter.a => .b => .c => .d
        #expect(chain.map(\.description) == ["a -> b", "b -> c", "c -> d"])
        let fork: [GraphEdge<Letter>] = Letter.a => .b => [.c, .d]
        #expect(fork.map(\.description) == ["a -> b", "b -> c", "b -> d"])
    }

    @Test("A graph that can't work is refused, with an error that names the fragments")
    func errors() {
        #expect(error {} == .empty)
        #expect(error { Pass(Letter.a => .b => .a) } == .noEntry)
        #expect(error { Pass([Letter.a, .b] => .c) } == .ambiguousEntry([.a, .b]))
        #expect(error(entry: .g) { Pass(Letter.a => .b) } == .unknownEntry(.g))
        #expect(
            error {
                Pass(Letter.a => .b)
                Hold(Letter.a => .b)
            } == .duplicateSegue(.a => .b)
        )
        #expect(error { Hold(Letter.a => [.b, .c]).auto() } == .severalAutos(.a => .b, .a => .c))
        #expect(
            error(entry: .a) { Pass(Letter.a => .b => .c => .b).auto() }?.description
                == "Autos form a loop: b -> c, c -> b. Break it."
        )
        #expect(
            error {
                Pass(Letter.a => .b).when(.signedIn, otherwise: .c)
                Pass(Letter.b => .c)
            } == .unreachableRedirect(.a => .b, .c)
        )
        #expect(
            GraphFault<Letter>.ambiguousEntry([.b, .a]).description
                == "Several fragments have no incoming segue (a, b): name the entry with entry:."
        )
    }

    @Test("All faults of a graph are reported together")
    func allFaults() {
        let error = #expect(throws: GraphError<Letter>.self) {
            _ = try NavigationGraph(
                entry: .g,
                segues: [
                    Segue(Letter.a => .b, isAuto: true), Segue(Letter.a => .b), Segue(Letter.a => .c, isAuto: true),
                    Segue(Letter.b => .c, isAuto: true), Segue(Letter.c => .b, isAuto: true),
                    Segue(Letter.c => .d, condition: Condition(required: ["x"]), redirect: .e),
                    Segue(Letter.d => .p(1)), Segue(Letter.d => .p(2)),
                ])
        }
        #expect(
            error?.description == """
                Two segues have the edge a -> b: keep one.
                Two autos leave a: a -> b and a -> c. Keep one; to choose between the targets, give it a condition and \
                a redirect.
                d -> p1 and d -> p2 are the same segue: the value of a case is an id, and a rule applies to every id. \
                Write `.any` instead; or, if each is a separate screen, make the value's type a Fragment.
                The entry g is not part of any segue: add one, or name another entry.
                The segue c -> d redirects to e, but no segue leads there from c: add one.
                Autos form a loop: c -> b, b -> c. Break it.
                """)
    }

    @Test("A case with a value is a family, also in another feature; a label or several values make no difference")
    func families() {
        enum Inner: Fragment { case list, item(Int), named(id: String), pair(Int, String) }
        enum Outer: Fragment { case start, inner(Inner), wrapped(inner: Inner) }
        struct Plain: Fragment { let value: Int }
        struct Own: IdentifiedFragment { let name: String, id: Int?; var family: String? { id == nil ? nil : name } }
        #expect(FragmentKind(Inner.list) == .single(.list))
        #expect(
            FragmentKind(Inner.item(1)) == .family("item") && FragmentKind(Inner.named(id: "x")) == .family("named"))
        #expect(FragmentKind(Inner.pair(1, "x")) == .family("pair"))
        #expect(FragmentKind(Outer.inner(.list)) == .single(.inner(.list)))
        #expect(FragmentKind(Outer.inner(.item(2))) == .family("inner.item"))
        #expect(FragmentKind(Outer.wrapped(inner: .item(2))) == .family("wrapped.item"))
        #expect(FragmentKind(Plain(value: 1)) == .single(Plain(value: 1)))
        #expect(FragmentKind(Own(name: "x", id: 1)) == .family("x"))
        #expect(FragmentKind(Own(name: "x", id: nil)) == .single(Own(name: "x", id: nil)))
        #expect(Inner.item(30).value(of: Inner.item) == 30 && Inner.list.value(of: Inner.item) == nil)
        #expect(Inner.named(id: "x").value(of: Inner.named) == "x" && Inner.item(3).value(of: Inner.named) == nil)
        #expect(Outer.inner(.item(2)).value(of: Outer.inner) == .item(2))
        #expect(Outer.wrapped(inner: .list).value(of: Outer.wrapped) == .list)
        #expect(Outer.wrapped(inner: .list).value(of: Outer.inner) == nil)
        #expect(Outer.inner(.item(2)).value { Outer.inner(.item($0)) } == 2)
        #expect(Outer.inner(.pair(1, "x")).value { Outer.inner(.pair($0, $1)) }?.0 == 1)
    }

    @Test("Screens that were made a family by mistake are named, with what to do")
    func familyByMistake() {
        enum Tab { case news, shop }
        enum App: Fragment { case home, tab(Tab) }
        let error = #expect(throws: GraphError<App>.self) {
            try NavigationGraph.checked { Pick(App.home => [.tab(.news), .tab(.shop)]) }
        }
        #expect(error?.faults == [.sameFamily(.home => .tab(.news), .home => .tab(.shop))])
        #expect(error?.description.contains("make the value's type a Fragment") == true)
    }

    @Test("A loop of autos is found if another auto leads into it, and if a redirect closes it")
    func autoLoops() {
        let tail = error(entry: .a) { Pass(Letter.a => .b => .c => .d => .c).auto() }
        #expect(tail == .autoLoop([.c => .d, .d => .c]))
        let redirected = error(entry: .a) {
            Pass(Letter.a => .b).when(.signedIn, otherwise: .c).auto()
            Pass(Letter.a => .c)
            Pass(Letter.c => .a).auto()
        }
        #expect(redirected == .autoLoop([.a => .c, .c => .a]))
    }

    @Test("The entry may have incoming segues")
    func entryWithIngress() throws {
        let graph = NavigationGraph(entry: Letter.a) { Pass(Letter.a => .b => .a) }
        var state = NavigationState(graph)
        try state.present(.b)
        try state.present(.a)
        #expect(state.screen == "a")
        #expect(state.path.edges.isEmpty)
    }

    @Test("Segues are found by edge, by source and by target")
    func lookups() throws {
        let graph = NavigationGraph {
            Pass(Letter.a => [.b, .c])
            Hold(Letter.b => .c).tag("t").dismissable()
        }
        #expect(graph.entry == .a)
        #expect(graph.fragments == [.a, .b, .c])
        #expect(graph.segue(along: .b => .c)?.style == .hold)
        #expect(graph.segue(along: .c => .b) == nil)
        #expect(graph.segues(from: .a).map(\.to) == [.b, .c])
        #expect(graph.segues(to: .c).map(\.from) == [.a, .b])
        #expect(graph.segues(from: .g).isEmpty)
        #expect(!graph.contains(.g))
    }
}
