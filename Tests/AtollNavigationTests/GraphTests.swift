import AtollNavigation
import Testing

@Suite("The navigation graph")
struct GraphTests {
    private func error(
        entry: Letter? = nil, @SegueBuilder<Letter> _ segues: () -> [Segue<Letter>]
    ) -> GraphError<Letter>? {
        do {
            _ = try NavigationGraph(entry: entry, segues: segues())
            return nil
        } catch {
            return error
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

    @Test("A graph that can't work is refused, with a text that names the fragments")
    func errors() {
        #expect(error {} == .empty)
        #expect(error { pass(Letter.a => .b => .a) } == .noEntry)
        #expect(error { pass([Letter.a, .b] => .c) } == .ambiguousEntry([.a, .b]))
        #expect(error(entry: .g) { pass(Letter.a => .b) } == .unknownEntry(.g))
        #expect(
            error {
                pass(Letter.a => .b)
                hold(Letter.a => .b)
            } == .duplicateSegue(.a => .b)
        )
        #expect(error { hold(Letter.a => [.b, .c]).auto() } == .severalAutos(.a => .b, .a => .c))
        #expect(
            error(entry: .a) { pass(Letter.a => .b => .c => .b).auto() }?.description
                == "Autos lead round in a loop: b -> c, c -> b. Break it."
        )
        #expect(
            error {
                pass(Letter.a => .b).when(.signedIn, otherwise: .c)
                pass(Letter.b => .c)
            } == .unreachableRedirect(.a => .b, .c)
        )
        #expect(
            GraphError<Letter>.ambiguousEntry([.b, .a]).description
                == "Several fragments have no way in (a, b): name the entry with entry:."
        )
    }

    @Test("A loop of autos is found where another auto leads into it, and where a redirect closes it")
    func autoLoops() {
        let tail = error(entry: .a) { pass(Letter.a => .b => .c => .d => .c).auto() }
        #expect(tail == .autoLoop([.c => .d, .d => .c]))
        let redirected = error(entry: .a) {
            pass(Letter.a => .b).when(.signedIn, otherwise: .c).auto()
            pass(Letter.a => .c)
            pass(Letter.c => .a).auto()
        }
        #expect(redirected == .autoLoop([.a => .c, .c => .a]))
    }

    @Test("The entry may have ways in")
    func entryWithIngress() throws {
        let graph = try NavigationGraph(entry: Letter.a) { pass(Letter.a => .b => .a) }
        var state = NavigationState(graph)
        try state.present(.b)
        try state.present(.a)
        #expect(state.screen == "a")
        #expect(state.path.edges.isEmpty)
    }

    @Test("Segues are found by edge, by source and by target")
    func lookups() throws {
        let graph = try NavigationGraph {
            pass(Letter.a => [.b, .c])
            hold(Letter.b => .c).tag("t").dismissable()
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
