/// The fragments that the app's containers have reported to show, compared with the graph. Its size is bounded by the
/// graph.
struct ShownFragments<F: Fragment> {
    private let graph: NavigationGraph<F>
    // Fragments by number.
    private var stacks: Set<Int> = []
    private var tabBars: Set<[Int]> = []
    private var tabs: Set<Int> = []
    private var screens: Set<Int> = []
    private var columns: Set<Int> = []
    private var layers: Set<Int> = []
    private var views: Set<Int> = []
    private var unknown: [F] = []

    init(_ graph: NavigationGraph<F>) { self.graph = graph }

    @MainActor
    mutating func show(_ container: FragmentContainer<F>) {
        switch container {
        case .stack(let screen): note([screen], in: \.stacks)
        case .tabs(let fragments):
            tabBars.insert(fragments.compactMap { graph.number(of: $0) })
            note(fragments, in: \.tabs)
        case .screen(let fragment): note([fragment], in: \.screens)
        case .columns(let shows): columns.formUnion(numbers(where: shows))
        case .layers(let shows): layers.formUnion(numbers(where: shows))
        case .view(let fragment): note([fragment], in: \.views)
        }
    }

    @MainActor
    private func numbers(where isShown: (F) -> Bool) -> [Int] {
        graph.fragments.indices.filter { isShown(graph.fragments[$0]) }
    }

    private mutating func note(_ fragments: [F], in container: WritableKeyPath<Self, Set<Int>>) {
        for fragment in fragments {
            if let number = graph.number(of: fragment) {
                self[keyPath: container].insert(number)
            } else if unknown.count < 100, !unknown.contains(fragment) {
                unknown.append(fragment)
            }
        }
    }

    /// The mismatches, in the order of the graph.
    ///
    /// - Parameters:
    ///   - watched: The fragments that were named in queries, and so may be shown in a custom way.
    ///   - state: The current state.
    func faults(watched: [F], in state: NavigationState<F>) -> [ContainerFault<F>] {
        let watched = Set(watched.compactMap { graph.number(of: $0) }).union(views)
        var faults = unknown.map { ContainerFault.unknownFragment($0) }
        let presented = Set(state.presentedPlaces.compactMap { graph.number(of: $0) })
        for number in graph.fragments.indices {
            faults += faultsOfEntering(number)
            for segue in graph.outgoing[number] where !isShown(segue, watched, presented) {
                faults.append(.notShown(graph.segues[segue].edge, graph.rules[segue].style))
            }
        }
        for bar in tabBars.sorted(by: { $0.lexicographicallyPrecedes($1) }) where isOnScreen(bar, presented) {
            let tabs = bar.map { graph.fragments[$0] }
            if state.selected(among: tabs) == nil { faults.append(.noTabPicked(tabs)) }
        }
        return faults
    }

    /// Whether a place that picks the tabs of a bar is presented.
    private func isOnScreen(_ bar: [Int], _ presented: Set<Int>) -> Bool {
        bar.contains { tab in
            graph.incoming[tab].contains { graph.rules[$0].style == .pick && presented.contains(graph.ends[$0].from) }
        }
    }

    private func faultsOfEntering(_ number: Int) -> [ContainerFault<F>] {
        let fragment = graph.fragments[number]
        let styles = graph.incoming[number].map { (from: graph.ends[$0].from, style: graph.rules[$0].style) }
        if tabs.contains(number), !styles.contains(where: { $0.style == .pick }) { return [.notPicked(fragment)] }
        if columns.contains(number), !styles.contains(where: { $0.style == .hold }) { return [.notHeld(fragment)] }
        // One layer may give way to another.
        if layers.contains(number), styles.contains(where: { $0.style != .hold && !layers.contains($0.from) }) {
            return [.notHeld(fragment)]
        }
        return []
    }

    /// Whether a segue's target would be visible, or its source has not been on screen so far.
    private func isShown(_ segue: Int, _ watched: Set<Int>, _ presented: Set<Int>) -> Bool {
        let (from, to) = graph.ends[segue]
        let isInStack = stacks.contains(from)
        let isScreen = isInStack || screens.contains(from)
        guard isScreen || presented.contains(from), !watched.contains(to) else { return true }
        switch graph.rules[segue].style {
        case .hold: return layers.contains(to) || columns.contains(to)
        case .pick: return tabs.contains(to)
        // A view that shows a screen outside any container may show what it passes to in the same way.
        case .pass:
            return isInStack || !isScreen || tabs.contains(to) || layers.contains(to) || columns.contains(to)
        }
    }
}
