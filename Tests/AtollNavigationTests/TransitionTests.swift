import AtollNavigation
import Testing

@Suite("Walks")
struct TransitionTests {
    private func graph() throws -> NavigationGraph<Letter> {
        NavigationGraph(entry: .a) {
            Pass(Letter.a => [.b, .c])
            Pass(Letter.b => .c => .b)
            Pick(Letter.c => [.d, .e])
            Hold(Letter.c => .f).dismissable()
            Hold(Letter.d => .g).auto()
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
            try state.perform(transition)
            seen.formUnion(state.presentedPlaces)
            if case .presentEdge(let edge) = transition { taken.insert(edge) }
        }
        #expect(seen == Set(Letter.allCases))
        // The auto's edge is on screen as soon as its source is.
        #expect(taken == Set(graph.segues.filter { !$0.isAuto }.map(\.edge)))
    }

    @Test("The steps of a walk have readable descriptions")
    func words() throws {
        let walk = NavigationState(NavigationGraph { Pass(Letter.a => [.b, .c]) }).transitions()
        #expect(
            walk.map(\.description) == ["start over", "present a -> b", "start over", "present a -> c"]
        )
        #expect(NavigationCommand<Letter>.dismiss(.p(3)).description == "dismiss p3")
    }

    @Test("The walk goes back by dismissing what can be dismissed, and returns to ancestors")
    func goingBack() throws {
        let graph = NavigationGraph(entry: Letter.a) {
            Hold(Letter.a => [.b, .c]).dismissable()
            Pass(Letter.c => .d)
            Pass(Letter.d => .a)
            Pass(Letter.a => .e)
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
            try state.perform(.presentEdge(.a => .g))
        }
    }

    @Test("A walk begins at the given start, and shows the given ids")
    func startsAndIDs() throws {
        let graph = NavigationGraph(entry: Letter.a) {
            Pass(Letter.a => .b => .c)
            Pass(Letter.c => .p(.any)).dismissable()
            Pass(Letter.p(.any) => [.p(.any), .q(.any)]).dismissable()
            Pass(Letter.q(.any) => .b)
            Pass(Letter.a => .d)
        }
        let state = NavigationState(graph)
        func steps(from start: Letter?, _ choose: (Letter) -> Letter?) throws -> [String] {
            var copy = state
            return try state.transitions(from: start, showing: choose).map { step in
                try copy.perform(step)
                return step.description
            }
        }
        #expect(
            try steps(from: .c) { $0 == .p(.any) ? .p(30) : nil } == [
                "go to a -> b, b -> c", "present c -> p30", "present p30 -> p30", "dismiss p30", "dismiss p30",
            ])
        #expect(
            try steps(from: .p(.any)) { $0 == .p(.any) ? .p(30) : .q(2) } == [
                "go to a -> b, b -> c, c -> p30", "present p30 -> p30", "dismiss p30", "present p30 -> q2",
                "present q2 -> b",
            ])
        #expect(try steps(from: .g) { $0 } == [])
        #expect(
            try steps(from: nil) { _ in nil } == [
                "start over", "present a -> b", "present b -> c", "start over", "present a -> d",
            ])
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
            for transition in walk { try state.perform(transition) }
            #expect(walk.count { if case .presentEdge = $0 { true } else { false } } == segues.count)
        }
    }
}
