import AtollNavigation
import AtollTestSupport
import Foundation
import Testing

/// Random commands through a feature's navigator, compared with the same commands on a state of the feature's own
/// graph, which in turn is compared with ``PlainModel``.
@MainActor
@Suite("Random navigation through a scope")
struct ScopeModelTests {
    typealias Number = PlainModel.Number

    private enum App: Fragment { case feature(Number) }

    private static var rounds: Int { TestLength.of(short: 1, long: 40) }

    @Test(
        "A feature acts through its scope as it would alone, and each place notifies when it changes",
        arguments: 0..<50)
    func scopes(_ number: Int) throws {
        let seed = UInt64(number) &* 6_151 &+ 3
        var generator = SeededGenerator(seed: seed)
        for round in 0..<Self.rounds {
            let graph = ModelTests.randomGraph(&generator)
            let embedding = Embedding(App.feature)
            let app = try NavigationGraph(entry: .feature(graph.entry), segues: graph.mounted(embedding))
            let root = NavigationRoot(app)
            let scoped = root.navigator.scoped(embedding)
            var state = NavigationState(graph)
            var kept = [state.path]
            for step in 0..<50 {
                let command = Self.command(graph, state, kept.randomElement(using: &generator)!, &generator)
                let context: Comment = "seed \(seed), round \(round), step \(step), \(command)"
                #expect(scoped.canPerform(command) == state.canPerform(command), context)
                let done = (try? state.perform(command)) != nil
                #expect(scoped.attempt(command) == done, context)
                #expect(scoped.path == state.path, context)
                #expect(scoped.presentedPlaces == state.presentedPlaces && scoped.facts == state.facts, context)
                for fragment in graph.fragments.map({ $0.with(id: step % 3) }) {
                    // It was requested before, and has been notified since.
                    #expect(scoped.isPresented(fragment) == state.isPresented(fragment), context)
                    #expect(scoped.isAnyPresented(fragment) == state.isAnyPresented(fragment), context)
                    #expect(scoped.stack(from: fragment) == state.stack(from: fragment), context)
                    #expect(scoped.isOpen(to: fragment) == state.isOpen(to: fragment), context)
                }
                #expect(scoped.selected(among: graph.fragments) == state.selected(among: graph.fragments), context)
                guard scoped.path == state.path else { return }
                kept.append(state.path)
            }
        }
    }

    static func command(
        _ graph: NavigationGraph<Number>, _ state: NavigationState<Number>, _ path: PresentedPath<Number>,
        _ generator: inout SeededGenerator
    ) -> NavigationCommand<Number> {
        func one() -> Number {
            graph.fragments.randomElement(using: &generator)!.with(id: Int.random(in: 0...2, using: &generator))
        }
        let (fragment, other) = (one(), one())
        let segue = graph.segues.randomElement(using: &generator)!
        let source = state.presentedPlaces.randomElement(using: &generator)!
        return [
            .present(fragment), .presentEdge(source => fragment), .presentEdge(segue.edge),
            .presentTag("t", id: fragment.id.map { TargetID($0) }), .forward(), .forward(as: fragment),
            .dismiss(fragment), .dismissAny(fragment), .dismissEdge(segue.edge), .dismissTag("t"), .dismissLast,
            .pick(fragment, among: [fragment, other]), .pick(nil, among: [fragment, other]), .go(fragment),
            .replace(path), .open(path), .setStack([fragment], from: source), .setStack([], from: source),
            .setFacts(Bool.random(using: &generator) ? ["x"] : []),
        ].randomElement(using: &generator)!
    }
}
