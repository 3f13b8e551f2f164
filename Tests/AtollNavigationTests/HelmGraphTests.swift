import AtollNavigation
import Testing

/// What Helm's own tests check of its graphs, checked here of any collection of edges.
@Suite("Helm's tests, for edges")
struct HelmGraphTests {
    private typealias Edges = [GraphEdge<Letter>]

    private let none: Edges = []
    private let pathWithLoop: Edges = [.a => .b, .b => .c, .c => .d, .d => .b]

    @Test("Printing and membership (testPrintEdge, testHasEdge, testHasNode)")
    func contents() {
        let edges: Edges = [.a => .b]
        #expect("\(edges[0])" == "a -> b")
        #expect(edges.contains(.a => .b) && !edges.contains(.b => .c))
        #expect(edges.containsNode(.a) && edges.containsNode(.b) && !edges.containsNode(.c))
    }

    @Test("Cycles (testHasCycle, testFirstCycle)")
    func cycles() {
        #expect(pathWithLoop.hasCycle())
        #expect(!([.a => .b, .b => .c, .c => .d, .a => .d] as Edges).hasCycle())
        #expect(!none.hasCycle())
        #expect(([.a => .b, .b => .a] as Edges).hasCycle())
        let cycle: Edges = [.b => .c, .c => .d, .d => .b]
        #expect(pathWithLoop.firstCycle() == cycle)
    }

    @Test("Outgoing edges (testEgressEdges)")
    func egress() throws {
        let edges: Edges = [.a => .b, .b => .c, .b => .d, .b => .a]
        // With their types: the compiler takes seconds for such an expression within a macro.
        let fromB: Edges = [.b => .c, .b => .d, .b => .a]
        #expect(edges.egress(of: .b) == fromB)
        #expect(edges.egress(of: [.a, .b, .c]) == edges)
        #expect(try edges.onlyEgress(of: .a) == (.a => .b))
        #expect(throws: EdgeError<Letter>.ambiguousEgress(.b, fromB)) {
            try edges.onlyEgress(of: .b)
        }
        #expect(throws: EdgeError<Letter>.noEgress(.d)) { try edges.onlyEgress(of: .d) }
    }

    @Test("Incoming edges (testIngressEdges)")
    func ingress() throws {
        let edges: Edges = [.a => .b, .c => .b, .d => .b, .b => .a]
        let toB: Edges = [.a => .b, .c => .b, .d => .b]
        #expect(edges.ingress(of: .b) == toB)
        #expect(edges.ingress(of: [.a, .b, .c]) == edges)
        #expect(throws: EdgeError<Letter>.ambiguousIngress(.b, toB)) {
            try edges.onlyIngress(of: .b)
        }
        #expect(throws: EdgeError<Letter>.noIngress(.d)) { try edges.onlyIngress(of: .d) }
    }

    @Test("Inlets and outlets (testInlets, testOutlets)")
    func ends() {
        let round: Edges = [.a => .b, .b => .c, .c => .b, .b => .a]
        #expect(round.inlets() == [] && none.inlets() == [] && round.outlets() == [] && none.outlets() == [])
        let inlets: Edges = [.a => .b, .d => .b]
        #expect(([.a => .b, .b => .c, .c => .b, .d => .b] as Edges).inlets() == inlets)
        #expect(([.a => .b, .b => .c, .c => .b, .b => .d] as Edges).outlets() == [.b => .d])
    }

    @Test("Nodes and connected components (testNodes, testDisconnectedSubgraphs)")
    func parts() {
        let one: Edges = [.a => .b, .b => .c, .a => .c]
        #expect(([.a => .b, .b => .c, .c => .b] as Edges).nodes() == [.a, .b, .c])
        #expect(none.disconnectedSubgraphs() == [])
        #expect(one.disconnectedSubgraphs() == [one])
        let other: Edges = [.d => .e, .d => .f]
        #expect((one + other).disconnectedSubgraphs() == [one, other])
    }

    @Test("Depth first, from a given start, in the order of the letters (testDFS)")
    func depthFirst() {
        // Helm's h and j are p0 and q0 here.
        let (h, j) = (Letter.p(0), Letter.q(0))
        func edges(_ ends: [(Letter, Letter)]) -> Edges { ends.map { GraphEdge(from: $0, to: $1) } }
        let given = edges([
            (.a, .b), (.a, .c), (.c, .d), (.c, h), (.d, .f), (h, .f), (.d, .e), (.d, .g), (h, j), (j, .g),
        ])
        let found = edges([
            (.a, .b), (.a, .c), (.c, .d), (.d, .e), (.d, .f), (.d, .g), (.c, h), (h, .f), (h, j), (j, .g),
        ])
        #expect(given.sorted().depthFirst(from: .a) == found)
    }

    @Test("The operator between nodes (testOTO…, testOTM…, testMTO…, testMTMNodeOperator)")
    func betweenNodes() {
        let one: GraphEdge<Letter> = .a => .b
        #expect(one.from == .a && one.to == .b)
        let toMany: Edges = .a => [.b, .c]
        let oneByOne: Edges = [.a => .b, .a => .c]
        #expect(toMany == oneByOne)
        let fromMany: Edges = [.b, .c] => .d
        let toOne: Edges = [.b => .d, .c => .d]
        #expect(fromMany == toOne)
        let all: Edges = [.a, .b, .c] => [.a, .b, .c]
        #expect(Set(all).count == 9 && all.contains(.b => .b) && all.contains(.c => .a))
    }

    @Test("The operator continues from edges (testOTO…, testMTO…, testOTM…, testMTMEdgeOperator)")
    func fromEdges() {
        func text(_ edges: Edges) -> String { edges.map(\.description).sorted().joined(separator: ", ") }
        let chain: Edges = Letter.a => .b => .c
        #expect(text(chain) == "a -> b, b -> c")
        let joined: Edges = Letter.a => [.b, .c] => .d
        #expect(text(joined) == "a -> b, a -> c, b -> d, c -> d")
        let forked: Edges = Letter.a => .b => [.c, .d]
        #expect(text(forked) == "a -> b, b -> c, b -> d")
        let woven: Edges = Letter.a => [.b, .c] => [.d, .e]
        #expect(text(woven) == "a -> b, a -> c, b -> d, b -> e, c -> d, c -> e")
    }
}
