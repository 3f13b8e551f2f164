/// What the containers of an app have said that they show, held against the graph. It grows with the graph only.
struct ShownFragments<F: Fragment> {
    private let graph: NavigationGraph<F>
    // Fragments by number.
    private var stacks: Set<Int> = []
    private var tabBars: Set<Int> = []
    private var tabs: Set<Int> = []
    private var columns: Set<Int> = []
    private var layers: Set<Int> = []
    private var views: Set<Int> = []
    private var unknown: [F] = []

    init(_ graph: NavigationGraph<F>) { self.graph = graph }

    @MainActor
    mutating func show(_ container: FragmentContainer<F>) {
        switch container {
        case .stack(let screen): note([screen], in: \.stacks)
        case .tabs(let fragments): note(fragments, in: \.tabBars)
        case .tab(let fragment): note([fragment], in: \.tabs)
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
            } else if !unknown.contains(fragment) {
                unknown.append(fragment)
            }
        }
    }

    /// What does not fit, in the order of the graph.
    ///
    /// - Parameter watched: Fragments of which somebody has asked whether they are presented, to show them in a way of their own.
    func faults(watched: [F]) -> [ContainerFault<F>] {
        let watched = Set(watched.compactMap { graph.number(of: $0) }).union(views)
        var faults = unknown.map { ContainerFault.unknownFragment($0) }
        for number in graph.fragments.indices {
            faults += faultsOfEntering(number)
            for segue in graph.outgoing[number] where !isShown(segue, watched) {
                faults.append(.notShown(graph.segues[segue].edge, graph.rules[segue].style))
            }
        }
        return faults
    }

    private func faultsOfEntering(_ number: Int) -> [ContainerFault<F>] {
        let fragment = graph.fragments[number]
        let styles = graph.incoming[number].map { (from: graph.ends[$0].from, style: graph.rules[$0].style) }
        if tabBars.contains(number), !styles.contains(where: { $0.style == .pick }) { return [.notPicked(fragment)] }
        if columns.contains(number), !styles.contains(where: { $0.style == .hold }) { return [.notHeld(fragment)] }
        // One layer may give way to another.
        if layers.contains(number), styles.contains(where: { $0.style != .hold && !layers.contains($0.from) }) {
            return [.notHeld(fragment)]
        }
        return []
    }

    /// Whether a segue's target would be seen, or its source was not seen so far.
    private func isShown(_ segue: Int, _ watched: Set<Int>) -> Bool {
        let (from, to) = graph.ends[segue]
        let isInStack = stacks.contains(from)
        guard isInStack || tabs.contains(from), !watched.contains(to) else { return true }
        switch graph.rules[segue].style {
        case .hold: return layers.contains(to) || columns.contains(to)
        case .pick: return tabBars.contains(to)
        case .pass: return isInStack || tabBars.contains(to) || layers.contains(to) || columns.contains(to)
        }
    }
}
