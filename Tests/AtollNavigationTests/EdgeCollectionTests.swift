import AtollNavigation
import Testing

@Suite("Collections of edges")
struct EdgeCollectionTests {
    private let edges: [GraphEdge<Letter>] = (Letter.a => .b => .c => .d) + [.b => .d]

    @Test("Nodes and edges are found")
    func membership() {
        #expect(edges.nodes() == [.a, .b, .c, .d])
        let there: GraphEdge<Letter> = .b => .d
        let back: GraphEdge<Letter> = .d => .b
        #expect(edges.contains(there))
        #expect(!edges.contains(back))
        #expect(edges.containsNode(.d))
        #expect(!edges.containsNode(.e))
    }

    @Test("Outgoing and incoming edges, of one node and of several")
    func ends() throws {
        func text(_ edges: [GraphEdge<Letter>]) -> String { edges.map(\.description).joined(separator: ", ") }
        #expect(text(edges.egress(of: .b)) == "b -> c, b -> d")
        #expect(text(edges.ingress(of: .d)) == "c -> d, b -> d")
        #expect(text(edges.egress(of: [.a, .c])) == "a -> b, c -> d")
        #expect(text(edges.ingress(of: [.b, .c])) == "a -> b, b -> c")
        #expect(try edges.onlyEgress(of: .a).description == "a -> b")
        #expect(try edges.onlyIngress(of: .c).description == "b -> c")
        #expect(text(edges.inlets()) == "a -> b")
        #expect(text(edges.outlets()) == "c -> d, b -> d")
        #expect(throws: EdgeError<Letter>.ambiguousEgress(.b, edges.egress(of: .b))) { try edges.onlyEgress(of: .b) }
        #expect(throws: EdgeError<Letter>.noEgress(.d)) { try edges.onlyEgress(of: .d) }
        #expect(throws: EdgeError<Letter>.noIngress(.a)) { try edges.onlyIngress(of: .a) }
        let error = EdgeError<Letter>.ambiguousIngress(.d, edges.ingress(of: .d))
        #expect(error.description == "Several edges arrive at d: c -> d, b -> d.")
    }

    @Test("A cycle is found, also with a tail that leads into it; nothing is found if there is none")
    func cycles() {
        let loop: [GraphEdge<Letter>] = Letter.a => .b => .c => .a
        #expect(loop.firstCycle() == loop)
        let tail: [GraphEdge<Letter>] = Letter.a => .b => .c => .b
        #expect(tail.firstCycle().map { $0.map(\.description) } == ["b -> c", "c -> b"])
        let own: [GraphEdge<Letter>] = [.a => .a]
        #expect(own.firstCycle() == own)
        #expect(!edges.hasCycle())
        #expect(!([] as [GraphEdge<Letter>]).hasCycle())
    }

    @Test("Disconnected components are separated")
    func parts() {
        let both: [GraphEdge<Letter>] = [.a => .b, .d => .e, .c => .b, .e => .f]
        let parts = both.disconnectedSubgraphs().map { $0.map(\.description) }
        #expect(parts == [["a -> b", "c -> b"], ["d -> e", "e -> f"]])
        #expect(([] as [GraphEdge<Letter>]).disconnectedSubgraphs().isEmpty)
    }

    @Test("Edges are visited depth first, each once")
    func depthFirst() {
        let looped: [GraphEdge<Letter>] = edges + [.d => .a]
        #expect(looped.depthFirst(from: .a).map(\.description) == ["a -> b", "b -> c", "c -> d", "d -> a", "b -> d"])
        #expect(edges.depthFirst(from: .d).isEmpty)
        let unordered: Set<GraphEdge<Letter>> = [.a => .c, .b => .d, .a => .b, .c => .d]
        let sorted = unordered.sorted().depthFirst(from: .a)
        #expect(sorted.map(\.description) == ["a -> b", "b -> d", "a -> c", "c -> d"])
    }
}
