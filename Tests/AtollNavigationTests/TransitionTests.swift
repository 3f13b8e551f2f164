import AtollNavigation
import Testing

@Suite("Walks")
struct TransitionTests {
    private func graph() throws -> NavigationGraph<Letter> {
        try NavigationGraph(entry: .a) {
            pass(Letter.a => [.b, .c])
            pass(Letter.b => .c => .b)
            pick(Letter.c => [.d, .e])
            hold(Letter.c => .f).dismissable()
            hold(Letter.d => .g).auto()
        }
    }

    @Test("A walk takes every segue, in a stable order, and each step can be taken after the one before")
    func walk() throws {
        let graph = try graph()
        let start = NavigationState(graph)
        let walk = start.transitions()
        #expect(walk.elementsEqual(start.transitions()))
        var state = start
        var seen: Set<Letter> = [.a]
        var taken: Set<GraphEdge<Letter>> = []
        for transition in walk {
            try state.navigate(transition)
            seen.formUnion(state.presentedPlaces.map(\.fragment))
            if case .present(let edge) = transition { taken.insert(edge.edge) }
        }
        #expect(seen == Set(Letter.allCases))
        // The auto's edge is on screen as soon as its source is.
        #expect(taken == Set(graph.segues.filter { !$0.isAuto }.map(\.edge)))
    }

    @Test("The walk says in words what it does")
    func words() throws {
        let walk = try NavigationState(NavigationGraph { pass(Letter.a => [.b, .c]) }).transitions()
        #expect(
            walk.map(\.description) == ["start over", "present a -> b", "start over", "present a -> c"]
        )
        #expect(NavigationTransition<Letter>.dismiss(PathFragment(.b, id: 3)).description == "dismiss b#3")
    }

    @Test("The walk goes back by dismissing what can be dismissed, and returns to ancestors")
    func goingBack() throws {
        let graph = try NavigationGraph(entry: Letter.a) {
            hold(Letter.a => [.b, .c]).dismissable()
            pass(Letter.c => .d)
            pass(Letter.d => .a)
            pass(Letter.a => .e)
        }
        #expect(
            NavigationState(graph).transitions().map(\.description) == [
                "start over", "present a -> b", "dismiss b", "present a -> c", "present c -> d", "present d -> a",
                "present a -> e",
            ]
        )
    }

    @Test("A step outside the graph is an error")
    func outside() throws {
        var state = try NavigationState(graph())
        #expect(throws: NavigationError<Letter>.noSegue(.a => .g)) {
            try state.navigate(.present(PathEdge(.a => .g)))
        }
    }

    @Test("Every step of walks on chains, stars and meshes can be taken", arguments: 1...6)
    func shapes(_ size: Int) throws {
        struct Number: Fragment { let value: Int }
        let all = (0...size).map { Number(value: $0) }
        var chain: [Segue<Number>] = []
        var star: [Segue<Number>] = []
        var mesh: [Segue<Number>] = []
        for index in 0..<size {
            chain.append(Segue(all[index] => all[index + 1]))
            star.append(Segue(all[0] => all[index + 1], style: .pick))
            for other in 0...size where other != index { mesh.append(Segue(all[index] => all[other], style: .hold)) }
        }
        for segues in [chain, star, mesh] {
            var state = NavigationState(try NavigationGraph(entry: all[0], segues: segues))
            let walk = state.transitions()
            for transition in walk { try state.navigate(transition) }
            #expect(walk.count { if case .present = $0 { true } else { false } } == segues.count)
        }
    }
}
