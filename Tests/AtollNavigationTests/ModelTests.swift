import AtollNavigation
import AtollTestSupport
import Testing

/// Random operations on random graphs, compared with a model that is slow and obvious: it works out what is presented
/// from nothing but the path.
@Suite("Random navigation against a model")
struct ModelTests {
    struct Number: Fragment, CustomStringConvertible {
        let value: Int
        var description: String { "n\(value)" }
    }

    /// What is presented on a path.
    private static func presented(
        on path: PresentedPath<Number>, of graph: NavigationGraph<Number>
    ) -> Set<PathFragment<Number>> {
        var children: [PathFragment<Number>: [(place: PathFragment<Number>, style: Segue<Number>.Style)]] = [:]
        for edge in path.edges {
            children[edge.from, default: []].append((edge.to, graph.segue(along: edge.edge)!.style))
        }
        var presented: Set<PathFragment<Number>> = []
        func visit(_ place: PathFragment<Number>) {
            let held = children[place] ?? []
            if let next = held.last(where: { $0.style == .pass }) { return visit(next.place) }
            presented.insert(place)
            let pick = held.last { $0.style == .pick }?.place
            for child in held where child.style == .hold || child.place == pick { visit(child.place) }
        }
        visit(PathFragment(graph.entry))
        return presented
    }

    private static func randomGraph(_ generator: inout SeededGenerator) -> NavigationGraph<Number> {
        while true {
            let count = Int.random(in: 2...9, using: &generator)
            var segues: [Segue<Number>] = []
            for from in 0..<count {
                for to in 0..<count where Int.random(in: 0..<4, using: &generator) == 0 {
                    var segue = Segue(
                        Number(value: from) => Number(value: to),
                        style: Segue<Number>.Style.allCases.randomElement(using: &generator)!,
                        isDismissable: Bool.random(using: &generator),
                        isAuto: Int.random(in: 0..<6, using: &generator) == 0,
                        tag: Bool.random(using: &generator) ? "t" : nil
                    )
                    if Int.random(in: 0..<4, using: &generator) == 0 {
                        segue.condition = Condition(required: ["x"])
                        if Bool.random(using: &generator) {
                            segue.redirect = Number(value: Int.random(in: 0..<count, using: &generator))
                        }
                    }
                    segues.append(segue)
                }
            }
            if let graph = try? NavigationGraph(entry: Number(value: 0), segues: segues) { return graph }
        }
    }

    @Test("A hundred and twenty thousand operations keep what is true of a path", arguments: 0..<20)
    func operations(_ number: Int) throws {
        let seed = UInt64(number) &* 7_919 &+ 1
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let graph = Self.randomGraph(&generator)
            checkWalk(of: NavigationState(graph, facts: Bool.random(using: &generator) ? ["x"] : []), "seed \(seed)")
            var state = NavigationState(graph)
            var kept = state.path
            for step in 0..<100 {
                let fragment = graph.fragments.randomElement(using: &generator)!
                let id = [nil, FragmentID.integer(1), .integer(2)].randomElement(using: &generator)!
                let segue = graph.segues.randomElement(using: &generator)!
                let before = state
                var failed = false
                let canPresent = state.canPresent(fragment)
                let operation = Int.random(in: 0..<12, using: &generator)
                do {
                    switch operation {
                    case 0...3: try state.present(fragment, id: id)
                    case 4: try state.present(segue.edge, id: id)
                    case 5: try state.present(tag: "t", id: id)
                    case 6: try state.dismiss(fragment, id: id)
                    case 7: try state.dismiss()
                    case 8: try state.forward()
                    case 9: try state.go(to: fragment, id: id)
                    case 10: state.set("x", Bool.random(using: &generator))
                    default:
                        if Bool.random(using: &generator) { kept = state.path } else { state.restore(kept) }
                    }
                } catch {
                    failed = true
                }
                let context: Comment =
                    "seed \(seed), step \(step), operation \(operation) \(fragment)\(String(describing: id))"
                if failed { #expect(state == before, context) }
                if (0...3).contains(operation), canPresent { #expect(!failed, context) }
                if operation == 7 { #expect(before.canDismiss == !failed, context) }
                if operation == 9 { #expect(before.canGo(to: fragment, id: id) == !failed, context) }
                #expect(state.canReplace(with: state.path), context)
                // A fragment with an auto may lead on at once.
                if operation == 9, !failed, !graph.segues(from: fragment).contains(where: \.isAuto) {
                    #expect(state.isPresented(PathFragment(fragment, id: id)), context)
                }
                try check(state, graph, context)
            }
        }
    }

    /// Every step of a walk can be taken, and together they take every open segue that can be reached.
    private func checkWalk(of start: NavigationState<Number>, _ context: Comment) {
        let graph = start.graph
        func isOpen(_ segue: Segue<Number>) -> Bool { segue.condition?.isMet(by: start.facts) ?? true }
        /// What leads on from a fragment: its segues, or the auto alone that passes on at once.
        func ways(from fragment: Number) -> (segues: [Segue<Number>], auto: Segue<Number>?) {
            let segues = graph.segues(from: fragment)
            let auto = segues.first(where: \.isAuto).flatMap { auto in
                isOpen(auto) ? auto : segues.first { $0.to == auto.redirect && isOpen($0) }
            }
            if let auto, auto.style == .pass { return ([auto], auto) }
            return (segues.filter(isOpen), auto)
        }
        var reachable = [graph.entry]
        var next = 0
        var expected: Set<GraphEdge<Number>> = []
        while next < reachable.count {
            let (segues, auto) = ways(from: reachable[next])
            next += 1
            for segue in segues {
                if segue.edge != auto?.edge { expected.insert(segue.edge) }
                if !reachable.contains(segue.to) { reachable.append(segue.to) }
            }
        }
        var state = start
        var taken: Set<GraphEdge<Number>> = []
        for transition in start.transitions() {
            #expect(state.canNavigate(transition), context)
            #expect(throws: Never.self, context) { try state.navigate(transition) }
            if case .present(let edge) = transition { taken.insert(edge.edge) }
        }
        // Autos that return to where one came from can make a fragment go as soon as it comes.
        #expect(taken.isSubset(of: expected), context)
        if !graph.segues.contains(where: \.isAuto) { #expect(taken == expected, context) }
    }

    private func check(
        _ state: NavigationState<Number>, _ graph: NavigationGraph<Number>, _ context: Comment
    ) throws {
        let path = state.path
        // Each place once, each step from a place that stands before it, along a segue, and one step a segue and place.
        var places: Set = [PathFragment(graph.entry)]
        var taken: Set<GraphEdge<PathFragmentPair>> = []
        for edge in path.edges {
            #expect(places.contains(edge.from), context)
            #expect(places.insert(edge.to).inserted, context)
            #expect(graph.segue(along: edge.edge) != nil, context)
            let key = PathFragmentPair(place: edge.from, target: edge.to.fragment)
            #expect(taken.insert(GraphEdge(from: key, to: key)).inserted, context)
        }
        let expected = Self.presented(on: path, of: graph)
        #expect(Set(state.presentedPlaces) == expected, context)
        for place in places { #expect(state.isPresented(place) == expected.contains(place), context) }
    }

    struct PathFragmentPair: Hashable, Sendable {
        let place: PathFragment<Number>
        let target: Number
    }
}
