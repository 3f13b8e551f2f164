import AtollNavigation
import Foundation
import Testing

@Suite("Storing, setting and reading paths")
struct PathTests {
    @Test("An initial path must be part of the graph, start at the entry and be connected")
    func startingPath() throws {
        let graph = NavigationGraph { Pass(Letter.a => .b => .c) }
        func error(_ path: [GraphEdge<Letter>]) -> NavigationError<Letter>? {
            do {
                _ = try NavigationState(graph, path: PresentedPath(path))
                return nil
            } catch {
                return error
            }
        }
        #expect(error([.a => .b, .b => .c]) == nil)
        #expect(error([.a => .c]) == .brokenPath(PathEdge(.a => .c), .noSegue))
        #expect(error([.b => .c]) == .brokenPath(PathEdge(.b => .c), .unattached))
        #expect(error([.a => .b, .a => .b]) == .brokenPath(PathEdge(.a => .b), .taken))
        #expect(
            error([.a => .c])?.description
                == "The path can't be followed at a -> c: the graph has no such segue."
        )
    }

    @Test("A path is encoded and decoded, ids included, and gives the same screen")
    func coding() throws {
        let graph = NavigationGraph(entry: Letter.a) {
            Pick(Letter.a => [.b, .c])
            Hold(Letter.b => .p(.any))
        }
        var state = NavigationState(graph)
        try state.present(.b)
        try state.present(.p(30))
        try state.present(.c)
        let data = try JSONEncoder().encode(state.path)
        let path = try JSONDecoder().decode(PresentedPath<Letter>.self, from: data)
        #expect(path == state.path)
        var restored = try NavigationState(graph, path: path)
        #expect(restored == state)
        try restored.present(.b)
        #expect(restored.presentedPlaces.count == 3)
    }

    @Test("A path from an older graph is followed as far as possible, and what was dropped is reported")
    func repair() throws {
        var state = try letters {
            Pass(Letter.a => .b => .c)
            Hold(Letter.b => .d)
        }
        let dropped = state.restore([
            PathEdge(.a => .b), PathEdge(.b => .e), PathEdge(.e => .f), PathEdge(.b => .d), PathEdge(.b => .d),
            PathEdge(.b => .c),
        ])
        #expect(state.screen == "c")
        #expect(dropped.map(\.edge.description) == ["b -> e", "e -> f", "b -> d"])
        #expect(dropped.map(\.fault) == [.noSegue, .noSegue, .taken])
    }

    @Test("Autos fire on a replaced path only where it does not say otherwise")
    func autosOnReplace() throws {
        var state = try letters {
            Pass(Letter.a => .b)
            Hold(Letter.b => .c).auto()
            Hold(Letter.b => .d)
        }
        try state.replace(with: PresentedPath([Letter.a => .b]))
        #expect(state.screen == "b c")
        try state.replace(with: PresentedPath([Letter.a => .b, .b => .d]))
        #expect(state.screen == "b d")
    }

    private enum Older: Fragment, Codable { case a, b, c, gone, p(String) }

    @Test("Of a path that another version of the app has stored, the steps that can be decoded are read")
    func lenient() throws {
        let kept = PresentedPath<Older>([
            PathEdge(.a => .b), PathEdge(.b => .gone), PathEdge(.gone => .c), PathEdge(.b => .c, origin: 1),
            PathEdge(from: .c, to: .p("text"), origin: 4),
        ])
        let (path, lost) = try PresentedPath<Letter>.reading(JSONEncoder().encode(kept))
        #expect(path.description == "a -> b, b -> c" && lost == 3, "an id of another type is a different screen")
        #expect(path.edges.map(\.origin) == [nil, 1])
        let whole = try PresentedPath<Older>.reading(JSONEncoder().encode(kept))
        #expect(whole.path == kept && whole.lost == 0)
    }

    @Test(
        "Bytes that are not a path are refused, and steps that can't be decoded are lost",
        arguments: [
            ("", nil), ("{}", nil), ("[", nil), ("null", nil), ("[]", 0), ("[1, null, [], {}, \"x\"]", 5),
            (#"[{"from": {"a": {}}, "to": {"b": {}}, "origin": 1e99}]"#, 1),
            (#"[{"from": {"a": {}, "b": {}}, "to": {"b": {}}}]"#, 1),
        ] as [(String, Int?)])
    func bytes(_ text: String, _ lost: Int?) {
        #expect((try? PresentedPath<Letter>.reading(Data(text.utf8)))?.lost == lost)
    }

    @Test("Paths with repeated places, with cycles and with a hundred thousand steps are followed as far as possible")
    func wild() throws {
        let graph = NavigationGraph(entry: Letter.a) {
            Pass(Letter.a => .b => .a)
            Pass(Letter.b => .p(.any) => .p(.any))
            Hold(Letter.a => .c)
        }
        var state = NavigationState(graph)
        let round = (0..<100_001).map { PathEdge<Letter>($0 % 2 == 0 ? .a => .b : .b => .a) }
        #expect(state.restore(PresentedPath(round)).isEmpty && state.path.edges.count == 100_001)
        try state.present(.p(.max))
        try state.present(.p(.min))
        #expect(state.presentedPlaces == [.p(.min)])
        let twice = state.restore([PathEdge(.a => .c), PathEdge(.a => .c), PathEdge(.c => .a), PathEdge(.c => .g)])
        #expect(twice.map(\.fault) == [.taken, .noSegue, .noSegue] && state.presentedPlaces == [.a, .c])
    }

    @Test("A filter removes places with their subtrees, and the rest is the same tree")
    func filtered() {
        let path = PresentedPath<Letter>(from: .a, steps: [(0, .b), (1, .p(1)), (0, .c), (3, .p(1)), (4, .d), (1, .e)])
        #expect(path.filter { _ in true } == path && PresentedPath<Letter>().filter { _ in false } == PresentedPath())
        let kept = path.filter { $0 != .c }
        #expect(kept.description == "a -> b, b -> p1, b -> e")
        #expect(path.filter { $0 != .b }.description == "a -> c, c -> p1, p1 -> d")
    }

    @Test("If a step is dropped, its children do not move to a twin of its place")
    func droppedTwin() throws {
        var state = try letters(entry: .a) {
            Pick(.a => [.b, .c])
            Pass([.b, .c] => .p(0)).dismissable()
            Pick(.a => .d).when(.premium)
            Pass(.d => .p(0)).dismissable()
            Pass(.p(0) => .e).dismissable()
        }
        let path = PresentedPath<Letter>([.a => .b, .b => .p(30), .a => .d, .d => .p(30), .p(30) => .e])
        let dropped = state.restore(path)
        #expect(dropped.map(\.fault) == [.conditionUnmet, .unattached, .unattached])
        #expect(state.stack(from: .b) == [.p(30)])
    }
}
