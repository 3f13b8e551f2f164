/// A walk through every screen that can be reached: transitions, each of which can be carried out after the one before.
///
/// A transition is made when it is read. What the walk keeps is linear in the graph: each fragment knows the segue by
/// which the walk first came to it, so paths share their prefixes however many of them are set.
public struct NavigationWalk<F: Fragment>: RandomAccessCollection, Sendable {
    private let graph: NavigationGraph<F>
    private let plan: WalkPlan

    init(_ state: NavigationState<F>) {
        graph = state.graph
        plan = WalkPlan(state)
    }

    public var startIndex: Int { 0 }

    public var endIndex: Int { plan.steps.count }

    /// - Complexity: O(1); O(*d*) in the length of the path where one is set.
    public subscript(position: Int) -> NavigationTransition<F> {
        switch plan.steps[position] {
        case .present(let segue): .present(PathEdge(graph.segues[segue].edge))
        case .dismiss(let segue): .dismiss(PathFragment(graph.segues[segue].to))
        case .replace(let fragment): .replace(path(to: fragment))
        }
    }

    private func path(to fragment: Int) -> PresentedPath<F> {
        var edges: [PathEdge<F>] = []
        edges.reserveCapacity(plan.arrivals[fragment].depth)
        var fragment = fragment
        while let segue = plan.arrivals[fragment].segue {
            edges.append(PathEdge(graph.segues[segue].edge))
            fragment = graph.ends[segue].from
        }
        edges.reverse()
        return PresentedPath(edges)
    }
}

extension NavigationState {
    /// A walk along every segue that is open, from the entry on, depth first, and back by what can be dismissed: on each
    /// screen a snapshot can be taken. The order depends on the graph and the facts only.
    ///
    /// - Complexity: O(*f* + *s*) in the fragments and segues of the graph.
    public func transitions() -> NavigationWalk<F> { NavigationWalk(self) }

    /// The segue that is taken by itself when a fragment is presented: its auto, or where that redirects.
    func firingSegue(at fragment: Int) -> Int? {
        guard let auto = graph.autos[fragment] else { return nil }
        return isOpen(auto) ? auto : redirectSegue(of: auto)
    }
}
