import AtollNavigation
import AtollTestSupport
import Foundation
import Observation
import Testing

/// The promises of the documentation, each as a property of random walks. The results of operations are covered by
/// ``ModelTests``.
@MainActor
@Suite("Promises of the documentation")
struct PromiseTests {
    typealias Number = PlainModel.Number
    typealias State = NavigationState<Number>

    private static var rounds: Int { TestLength.of(short: 10, long: 400) }

    /// The effect of one command, or its error.
    private struct Step {
        let before: State
        let command: NavigationCommand<Number>
        let after: State
        let error: NavigationError<Number>?
    }

    /// Walks through random graphs, some with a fact, and calls `look` with each step.
    private func walk(_ seed: UInt64, _ look: (Step, Comment) throws -> Void) rethrows {
        var generator = SeededGenerator(seed: seed)
        for round in 0..<Self.rounds {
            let graph = ModelTests.randomGraph(&generator)
            var state = State(graph, facts: Bool.random(using: &generator) ? ["x"] : [])
            var kept = [state.path]
            for step in 0..<25 {
                let before = state
                let command = ScopeModelTests.command(graph, state, kept.randomElement(using: &generator)!, &generator)
                var thrown: NavigationError<Number>?
                do throws(NavigationError<Number>) { try state.perform(command) } catch { thrown = error }
                try look(
                    Step(before: before, command: command, after: state, error: thrown),
                    "seed \(seed), round \(round), step \(step), \(command)")
                kept.append(state.path)
            }
        }
    }

    @Test("An operation that is not possible leaves everything as it was, and its error says why", arguments: 1...3)
    func refused(_ seed: UInt64) {
        walk(seed) { step, context in
            guard let error = step.error else { return }
            #expect(step.before == step.after, context)
            #expect(error.description.hasSuffix(".") && error.description.count > 20, context)
        }
    }

    @Test("Queries about places agree: one, any of a family, all, the newest, the picked", arguments: 1...3)
    func questions(_ seed: UInt64) {
        walk(seed) { step, context in
            let state = step.after
            let places = state.presentedPlaces
            #expect(places.contains(state.newestPresented), context)
            for fragment in state.graph.fragments.flatMap({ [$0, $0.with(id: 1), $0.with(id: 2)] }) {
                #expect(state.isPresented(fragment) == places.contains(fragment), context)
                let any = places.contains { state.graph.rule(for: $0) == state.graph.rule(for: fragment) }
                #expect(state.isAnyPresented(fragment) == any, context)
            }
            if let picked = state.picked(among: state.graph.fragments) { #expect(places.contains(picked), context) }
        }
    }

    @Test("Of one place's picks only one is presented", arguments: 1...3)
    func picks(_ seed: UInt64) {
        walk(seed) { step, context in
            let state = step.after
            var arrivals = [state.graph.entry]
            var picked: [Int: Set<Number>] = [:]
            for edge in state.path.edges {
                arrivals.append(edge.to)
                guard state.graph.segue(along: edge.edge)?.style == .pick, state.isPresented(edge.to) else { continue }
                let from = edge.origin ?? arrivals.dropLast().lastIndex(of: edge.from) ?? 0
                picked[from, default: []].insert(edge.to)
            }
            // A place elsewhere may have the same name, so this applies to graphs in which each occurs once.
            guard Set(arrivals).count == arrivals.count else { return }
            #expect(picked.values.allSatisfy { $0.count <= 1 }, context)
        }
    }

    @Test("Places that depended on a fact are left when the fact is lost", arguments: 1...3)
    func facts(_ seed: UInt64) {
        walk(seed) { step, context in
            let state = step.after
            for edge in state.path.edges {
                let condition = state.graph.segue(along: edge.edge)?.condition
                #expect(condition?.isMet(by: state.facts) ?? true, context)
            }
        }
    }

    @Test(
        "A path restores what was there, can be stored as JSON, and is restored as far as possible in any other graph",
        arguments: 1...3)
    func paths(_ seed: UInt64) throws {
        var other = State(NavigationGraph { Pass(Number(0) => [Number(1), Number(2)]).dismissable() })
        try walk(seed) { step, context in
            let text = try JSONEncoder().encode(PresentedPath(step.before.path.edges.map(Self.codable)))
            let read = try JSONDecoder().decode(PresentedPath<CodableNumber>.self, from: text)
            #expect(read.edges == step.before.path.edges.map(Self.codable), context)
            var state = step.after
            state.setFacts(step.before.facts)
            try state.replace(with: step.before.path)
            // A place that an auto presented, and that was dismissed, may come back.
            if !state.graph.segues.contains(where: \.isAuto) {
                #expect(state.path == step.before.path && state.presentedPlaces == step.before.presentedPlaces, context)
            }
            // Another version of the app: steps that do not fit are left out and reported.
            let dropped = other.restore(step.after.path)
            #expect(dropped.count + other.path.edges.count >= step.after.path.edges.count, context)
            for edge in other.path.edges { #expect(other.graph.segue(along: edge.edge) != nil, context) }
        }
    }

    private struct CodableNumber: Codable, Hashable, Fragment {
        let value: Int
        let id: Int
    }

    private static func codable(_ edge: PathEdge<Number>) -> PathEdge<CodableNumber> {
        func codable(_ number: Number) -> CodableNumber { CodableNumber(value: number.value, id: number.id ?? 0) }
        return PathEdge(from: codable(edge.from), to: codable(edge.to), origin: edge.origin)
    }

    @Test("Whether a link to a fragment is open depends on the facts alone", arguments: 1...3)
    func isOpen(_ seed: UInt64) {
        walk(seed) { step, context in
            guard step.before.facts == step.after.facts else { return }
            for fragment in step.after.graph.fragments {
                #expect(step.before.isOpen(to: fragment) == step.after.isOpen(to: fragment), context)
            }
        }
    }

    @Test("A tab that is picked comes back as it was left, and picking changes no other", arguments: 1...3)
    func tabs(_ seed: UInt64) {
        walk(seed) { step, context in
            guard case .pick(let picked?, let tabs) = step.command, step.error == nil,
                step.before.path.edges.contains(where: { $0.to == picked }),
                !step.after.graph.segues.contains(where: \.isAuto),
                step.after.path.isSameTree(as: step.before.path)
            else { return }
            for tab in tabs { #expect(step.after.stack(from: tab) == step.before.stack(from: tab), context) }
        }
    }

    @Test("Each operation of a navigator is observed once and complete, and a failed one is not", arguments: 1...2)
    func observed(_ seed: UInt64) {
        walk(seed) { step, context in
            let navigator = Navigator(step.before)
            var seen = 0
            withObservationTracking {
                _ = navigator.presentedPlaces
            } onChange: {
                MainActor.assumeIsolated { seen += 1 }
            }
            let errors = navigator.errorCount
            #expect(navigator.attempt(step.command) == (step.error == nil), context)
            #expect(seen <= 1 && (step.error == nil || seen == 0), context)
            #expect(seen == 1 || step.before.path == step.after.path, context)
            #expect(navigator.errorCount == errors + (step.error == nil ? 0 : 1), context)
            #expect(navigator.path == step.after.path, context)
        }
    }
}
