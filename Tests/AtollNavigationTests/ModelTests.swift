import AtollNavigation
import AtollTestSupport
import Foundation
import Testing

/// Random operations on random graphs, compared with ``PlainModel``.
@Suite("Random navigation against a model")
struct ModelTests {
    typealias Number = PlainModel.Number

    static func randomGraph(_ generator: inout SeededGenerator) -> NavigationGraph<Number> {
        while true {
            let count = Int.random(in: 2...9, using: &generator)
            var segues: [Segue<Number>] = []
            for from in 0..<count {
                for to in 0..<count where Int.random(in: 0..<4, using: &generator) == 0 {
                    var segue = Segue(
                        Number(from) => Number(to),
                        style: SegueStyle.allCases.randomElement(using: &generator)!,
                        isDismissable: Bool.random(using: &generator),
                        isAuto: Int.random(in: 0..<6, using: &generator) == 0,
                        tag: Bool.random(using: &generator) ? "t" : nil, target: TargetMaker { Number(to, id: $0) }
                    )
                    if Int.random(in: 0..<4, using: &generator) == 0 {
                        segue.condition = Condition(required: ["x"])
                        if Bool.random(using: &generator) {
                            segue.redirect = Number(Int.random(in: 0..<count, using: &generator))
                        }
                    }
                    segues.append(segue)
                }
            }
            if let graph = try? NavigationGraph(entry: Number(0), segues: segues) { return graph }
        }
    }

    /// A random operation.
    private enum Operation: CaseIterable {
        case present, presentEdge, presentTag, dismiss, dismissAny, dismissEdge, dismissTag, dismissLast, forward,
            go, facts,
            keep, restore, pick, setStack
    }

    @Test("Any operations lead to what the model says, and change nothing if it refuses", arguments: 0..<50)
    func operations(_ number: Int) throws {
        let seed = UInt64(number) &* 7_919 &+ 1
        var generator = SeededGenerator(seed: seed)
        for round in 0..<Self.rounds {
            let graph = Self.randomGraph(&generator)
            let facts: Set<Fact> = Bool.random(using: &generator) ? ["x"] : []
            checkWalk(of: NavigationState(graph, facts: facts), "seed \(seed), round \(round)")
            var state = NavigationState(graph)
            var kept = state.path
            for step in 0..<100 {
                let operation = Operation.allCases.randomElement(using: &generator)!
                let context: Comment = "seed \(seed), round \(round), step \(step), \(operation)"
                if try !checkStep(operation, &state, &kept, &generator, context) { return }
            }
        }
    }

    /// `make test-faults` runs a million operations.
    private static var rounds: Int { TestLength.of(short: 2, long: 200) }

    /// - Returns: Whether there was no fault; after the first one the rest is meaningless.
    private func checkStep(
        _ operation: Operation, _ state: inout NavigationState<Number>, _ kept: inout PresentedPath<Number>,
        _ generator: inout SeededGenerator, _ context: Comment
    ) throws -> Bool {
        let graph = state.graph
        // Any member of the family will do.
        func one(_ fragment: Number) -> Number { fragment.with(id: Int.random(in: 0...2, using: &generator)) }
        func fragment() -> Number { one(graph.fragments.randomElement(using: &generator)!) }
        let fragment = fragment()
        let segue = graph.segues.randomElement(using: &generator)!
        let sources = state.presentedPlaces.filter { graph.rule(for: $0) == graph.rule(for: segue.from) }
        let edge = GraphEdge(from: sources.randomElement(using: &generator) ?? one(segue.from), to: one(segue.to))
        let before = state
        var model = PlainModel(graph, state.path, facts: state.facts)
        var can: Bool?
        let attempt: ((inout NavigationState<Number>) throws -> Void, ((inout PlainModel) throws -> Void)?)
        switch operation {
        case .present:
            can = state.canPresent(fragment)
            attempt = ({ try $0.present(fragment) }, { try $0.present(fragment) })
        case .presentEdge:
            can = state.canPresent(edge)
            attempt = ({ try $0.present(edge) }, { try $0.present(edge) })
        case .presentTag:
            let id = fragment.id
            can = state.canPresent(tag: "t", id: id.map { TargetID($0) })
            attempt = ({ try $0.present(tag: "t", id: id.map { TargetID($0) }) }, { try $0.present(tag: "t", id: id) })
        case .dismiss:
            can = state.canDismiss(fragment)
            attempt = ({ try $0.dismiss(fragment) }, { try $0.dismiss(fragment) })
        case .dismissAny:
            can = state.canDismissAny(fragment)
            attempt = ({ try $0.dismissAny(fragment) }, { try $0.dismissAny(fragment) })
        case .dismissEdge:
            can = state.canDismiss(edge)
            attempt = ({ try $0.dismiss(edge) }, { try $0.dismiss(edge) })
        case .dismissTag:
            can = state.canDismiss(tag: "t")
            attempt = ({ try $0.dismiss(tag: "t") }, { try $0.dismiss(tag: "t") })
        case .dismissLast:
            can = state.canDismiss
            attempt = ({ try $0.dismiss() }, { try $0.dismiss() })
        case .forward:
            let target = Bool.random(using: &generator) ? fragment : nil
            can = state.canPerform(.forward(as: target))
            attempt = ({ try $0.forward(as: target) }, { try $0.forward(as: target) })
        case .go:
            can = state.canGo(to: fragment)
            attempt = ({ try $0.go(to: fragment) }, nil)
        case .facts:
            let isTrue = Bool.random(using: &generator)
            attempt = ({ $0.set("x", isTrue) }, nil)
        case .keep:
            kept = state.path
            attempt = ({ _ in }, { _ in })
        case .restore:
            let path = kept
            attempt = ({ _ = $0.restore(path) }, nil)
        case .pick:
            let among = [fragment, one(graph.fragments.randomElement(using: &generator)!)]
            let picked = Bool.random(using: &generator) ? fragment : nil
            attempt = ({ try $0.pick(picked, among: among) }, { try $0.pick(picked, among: among) })
        case .setStack:
            let root = state.path.edges.map(\.to).randomElement(using: &generator) ?? graph.entry
            var stack = state.stack(from: root)
            stack.removeLast(Int.random(in: 0...stack.count, using: &generator))
            var last = stack.last ?? root
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                // Mostly along passes, so that many stacks can be set.
                let ways = graph.segues(from: last).filter {
                    $0.style == .pass || Int.random(in: 0..<6, using: &generator) == 0
                }
                guard let next = ways.randomElement(using: &generator) else { break }
                last = one(next.to)
                stack.append(last)
            }
            can = state.canSetStack(stack, from: root)
            let wanted = stack
            attempt = (
                {
                    try $0.setStack(wanted, from: root)
                    #expect($0.stack(from: root) == wanted, context)
                }, { try $0.setStack(wanted, from: root) }
            )
        }
        let failed = (try? attempt.0(&state)) == nil
        if failed { #expect(state == before, context) }
        if let can, ![.present, .presentEdge, .presentTag].contains(operation) {
            #expect(can == !failed, context)
        } else if can == true {
            #expect(!failed, context)
        }
        if let rules = attempt.1 {
            let refused = (try? rules(&model)) == nil
            #expect(refused == failed, context)
            guard refused == failed else { return false }
        }
        if failed || attempt.1 == nil { model = PlainModel(graph, state.path, facts: state.facts) }
        let text = PlainModel.text(of: state.path, entry: graph.entry)
        #expect(text == model.path, context)
        #expect(state.presentedPlaces == model.presented, context)
        #expect(state.canReplace(with: state.path), context)
        for place in Set(state.path.edges.map(\.to)) {
            #expect(state.isPresented(place) == model.presented.contains(place), context)
            #expect(state.stack(from: place) == model.stack(from: place), context)
        }
        // A fragment with an auto may lead on immediately.
        if operation == .go, !failed, !graph.segues(from: fragment).contains(where: \.isAuto) {
            #expect(state.isPresented(fragment), context)
        }
        // A double tap is one tap.
        if operation == .present, !failed, state.newestPresented == fragment {
            var twice = state
            #expect(throws: Never.self, context) { try twice.present(fragment) }
            #expect(twice == state, context)
        }
        // A place that is new disappears without a trace when dismissed; autos can come back.
        if operation == .present, !failed, state.newestPresented == fragment, state.canDismiss(fragment),
            state.path.edges.count == before.path.edges.count + 1, !graph.segues.contains(where: \.isAuto)
        {
            var back = state
            try back.dismiss(fragment)
            #expect(back.path == before.path, context)
        }
        return text == model.path
    }

    /// Every step of a walk can be taken, and together they take every open segue that can be reached.
    private func checkWalk(of start: NavigationState<Number>, _ context: Comment) {
        let graph = start.graph
        func isOpen(_ segue: Segue<Number>) -> Bool { segue.condition?.isMet(by: start.facts) ?? true }
        /// The segues that lead on from a fragment; only its auto if that passes on immediately.
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
            #expect(state.canPerform(transition), context)
            #expect(throws: Never.self, context) { try state.perform(transition) }
            if case .presentEdge(let edge) = transition { taken.insert(edge) }
        }
        // Autos that lead back can make a fragment disappear as soon as it appears.
        #expect(taken.isSubset(of: expected), context)
        if !graph.segues.contains(where: \.isAuto) { #expect(taken == expected, context) }
    }
}
