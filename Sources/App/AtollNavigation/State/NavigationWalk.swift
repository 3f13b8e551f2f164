/// A walk through every screen that can be reached: commands, each of which can be carried out after the previous one.
///
/// A command is made when it is accessed. What the walk stores is linear in the graph: for each fragment the segue by
/// which the walk first reached it, so paths share their prefixes however many of them are set.
public struct NavigationWalk<F: Fragment>: RandomAccessCollection, Sendable {
    private let graph: NavigationGraph<F>
    private let plan: WalkPlan
    /// For each fragment of the graph: the one to show, which for a family is one of its members.
    private let shown: [F]

    init(_ state: NavigationState<F>, from start: F?, showing choose: (F) -> F?) {
        let graph = state.graph
        self.graph = graph
        var shown = graph.fragments
        var isLeftOut = [Bool](repeating: false, count: shown.count)
        // The targets of autos and redirects are shown as the graph names them.
        let segues = graph.rules.indices.filter { graph.rules[$0].isAuto } + graph.rules.compactMap(\.redirect)
        let automatic = Set(segues.map { graph.ends[$0].to })
        for number in shown.indices where graph.numbering.isFamily[number] && !automatic.contains(number) {
            guard let chosen = choose(shown[number]), graph.number(of: chosen) == number else {
                isLeftOut[number] = true
                continue
            }
            shown[number] = chosen
        }
        self.shown = shown
        plan = WalkPlan(
            state, from: start.map { graph.number(of: $0) } ?? NavigationGraph<F>.entryNumber, leavingOut: isLeftOut)
    }

    /// The position of the first command.
    public var startIndex: Int { 0 }

    /// The number of commands.
    public var endIndex: Int { plan.steps.count }

    /// The command at a position.
    ///
    /// - Complexity: O(1); O(*d*) in the length of the path if the command sets one.
    public subscript(position: Int) -> NavigationCommand<F> {
        switch plan.steps[position] {
        case .present(let segue): .presentEdge(edge(segue))
        case .dismiss(let segue): .dismiss(edge(segue).to)
        case .replace(let fragment): .replace(path(to: fragment))
        }
    }

    private func edge(_ segue: Int) -> GraphEdge<F> {
        GraphEdge(from: shown[graph.ends[segue].from], to: shown[graph.ends[segue].to])
    }

    private func path(to fragment: Int) -> PresentedPath<F> {
        var edges: [PathEdge<F>] = []
        edges.reserveCapacity(plan.arrivals[fragment].depth)
        var fragment = fragment
        while let segue = plan.arrivals[fragment].segue {
            edges.append(PathEdge(edge(segue)))
            fragment = graph.ends[segue].from
        }
        edges.reverse()
        return PresentedPath(edges)
    }
}

extension NavigationState {
    /// A walk along every open segue, depth first, and back by dismissing what can be dismissed, for example to take a
    /// snapshot of each screen. The order depends on the graph and the facts only.
    ///
    /// ```swift
    /// for step in state.transitions(showing: { $0 == .product(.any) ? .product(30) : $0 }) { try state.perform(step) }
    /// ```
    /// - Parameters:
    ///   - start: Where to begin: only what can be reached from there is walked. Nil means the entry. If the start
    ///     can't be reached, the walk is empty.
    ///   - choose: Which member of a family to show, given the one in the graph's rule; nil leaves out the family, and
    ///     what can be reached only through it. What autos and redirects lead to is shown as the graph says.
    /// - Complexity: O(*f* + *s*) in the fragments and segues of the graph.
    public func transitions(from start: F? = nil, showing choose: (F) -> F? = { $0 }) -> NavigationWalk<F> {
        NavigationWalk(self, from: start, showing: choose)
    }

    /// The segue that is taken automatically when a fragment is presented: its auto, or that one's redirect.
    func firingSegue(at fragment: Int) -> Int? {
        guard let auto = graph.autos[fragment] else { return nil }
        return isOpen(auto) ? auto : redirectSegue(of: auto)
    }
}
