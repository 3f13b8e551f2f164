import Testing

@testable import AtollNavigation

@Suite("Checking, drawing and recording")
struct AnalysisTests {
    private func graph() throws -> NavigationGraph<Letter> {
        NavigationGraph(entry: .a) {
            Pass(Letter.a => .b => .c)
            Pass(Letter.a => .c)
            Hold(Letter.b => .p(.any)).dismissable().tag("sheet", Letter.p)
            Pick(Letter.c => .e).auto().when(.signedIn)
            Pass(Letter.f => .g)
        }
    }

    @Test("Probable mistakes are reported, with the fragment and the reason")
    func check() throws {
        let warnings = try graph().check(longWay: 2)
        #expect(
            warnings.map(\.description) == [
                "Forward is ambiguous at a: it could lead to b, c.",
                "p is 2 steps from the entry: consider a shorter path.",
                "e is 2 steps from the entry: consider a shorter path.",
                "f can't be reached from the entry: add a segue to it, or remove it.",
                "g can't be reached from the entry: add a segue to it, or remove it.",
            ]
        )
        let deadEnd = NavigationGraph { Pass(Letter.a => .b) }.check()
        #expect(deadEnd.map(\.reason) == [.deadEnd])
    }

    @Test("The graph is drawn in Mermaid and in DOT")
    func text() throws {
        let graph = NavigationGraph {
            Pass(Letter.a => .b)
            Hold(Letter.b => .c).dismissable().tag("say \"hi\"")
            Pick(Letter.b => .d).auto()
        }
        #expect(
            graph.mermaid() == """
                flowchart LR
                    n0(["a"])
                    n1["b"]
                    n2["c"]
                    n3["d"]
                    n0 --> n1
                    n1 -.->|"say #quot;hi#quot;, ↩"| n2
                    n1 ==>|"auto"| n3

                """
        )
        #expect(graph.dot().contains("n1 -> n2 [style=dashed, label=\"say \\\"hi\\\", ↩\"];"))
        #expect(graph.dot().hasPrefix("digraph navigation {\n"))
    }

    struct Hostile: Fragment, CustomStringConvertible {
        let description: String
    }

    @Test("A drawing escapes names, and no two boxes overlap")
    func svg() throws {
        let names = (0..<40).map { Hostile(description: "<b> & \"\($0)\"") }
        let segues = (1..<40).map { Segue(names[($0 - 1) / 3] => names[$0]) }
        let svg = try NavigationGraph(entry: names[0], segues: segues).svg()
        #expect(svg.contains("&lt;b&gt; &amp; &quot;7&quot;"))
        #expect(!svg.contains("<b>"))
        let corners = svg.split(separator: "\n").filter { $0.hasPrefix("<rect class=\"box") }.map { line in
            line.split(separator: "\"").enumerated().filter { $0.offset == 3 || $0.offset == 5 }.map(\.element)
        }
        #expect(corners.count == 40)
        #expect(Set(corners).count == 40)
    }

    @Test("The recorder measures which steps are taken, for how long users stay, and where they drop off")
    func recorder() throws {
        let graph = try graph()
        var state = NavigationState(graph)
        var recorder = NavigationRecorder(graph, capacity: 100)
        var time = Duration.zero
        func step(_ command: NavigationCommand<Letter>, after seconds: Int) throws {
            let from = state.newestPresented
            try state.perform(command)
            time += .seconds(seconds)
            recorder.record(
                NavigationChange(cause: command, from: from, to: state.newestPresented), at: time
            )
        }
        for round in 0..<3 {
            try step(.present(.b), after: 1)
            if round < 2 {
                try step(.presentTag("sheet", id: 5), after: 2)
            } else {
                try step(.go(.b), after: 2)
            }
            if round < 2 { try step(.dismissLast, after: 3) }
            try step(.present(.c), after: 4)
            try step(.replace(PresentedPath()), after: 5)
        }
        #expect(recorder.stepCounts.first?.edge == (.a => .b))
        #expect(recorder.stepCounts.first?.count == 3)
        #expect(recorder.time(on: .p(9)) == .seconds(6))
        #expect(recorder.funnel(from: .b, to: .c).converted == 3)
        #expect(recorder.funnel(from: .p(9), to: .c) == .init(reached: 2, converted: 2, medianTime: .seconds(7)))
        #expect(recorder.funnel(from: .c, to: .p(9)).rate == 0)
        #expect(recorder.frequentPaths(length: 3).first?.fragments == [.a, .b, .p(.any)])
        // Users go from a to c by way of b, although a segue leads there directly.
        #expect(recorder.detours().contains { $0.taken == [.a, .b, .c] && $0.steps == 1 } == false)
        #expect(recorder.events.contains { $0.tag == "sheet" && $0.to == .p(5) })
    }

    @Test("Detours are found, memory is bounded, and ids can be left out")
    func bounds() throws {
        let graph = try graph()
        var recorder = NavigationRecorder(graph, capacity: 10, keepsIDs: false)
        for round in 0..<1_000 {
            let path: [Letter] = [.a, .b, .p(round)]
            for (from, to) in zip(path, path.dropFirst()) {
                recorder.record(
                    NavigationChange(
                        cause: .present(to), from: from, to: to
                    ),
                    at: .seconds(round)
                )
            }
        }
        #expect(recorder.events.count == 10)
        #expect(recorder.events.allSatisfy { [.a, .b, .p(.any)].contains($0.to) })
        #expect(recorder.stepCounts.map(\.count) == [1_000, 1_000])
        #expect(recorder.detours().isEmpty)
    }

    @Test("Screens that were made a family by mistake are reported, whichever segues lead to them")
    func severalIDs() throws {
        let graph = NavigationGraph(entry: Letter.a) {
            Hold(.a => .p(1)).when(.premium).dismissable()
            Pass(.a => .b)
            Hold(.b => .p(2)).dismissable()
        }
        #expect(graph.check().contains { $0.reason == .severalIDs([.p(1), .p(2)]) })
    }
}
