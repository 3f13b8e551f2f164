/// A step of a walk through the app.
public enum NavigationTransition<F: Fragment>: Hashable, Sendable {
    /// Presents the target of a segue from its source.
    case present(PathEdge<F>)
    /// Dismisses a place.
    case dismiss(PathFragment<F>)
    /// Sets the whole path.
    case replace(PresentedPath<F>)
}

extension NavigationTransition: CustomStringConvertible {
    public var description: String {
        switch self {
        case .present(let edge): "present \(edge)"
        case .dismiss(let place): "dismiss \(place)"
        case .replace(let path): path.edges.isEmpty ? "start over" : "go to \(path)"
        }
    }
}

extension NavigationState {
    /// Carries a transition out.
    public mutating func navigate(_ transition: NavigationTransition<F>) throws(NavigationError<F>) {
        switch transition {
        case .present(let edge): try present(edge.edge, id: edge.to.id)
        case .dismiss(let place): try dismiss(place.fragment, id: place.id)
        case .replace(let path): try replace(with: path)
        }
    }

    /// A walk along every segue that is open, from the entry on, depth first: each step can be carried out after the one
    /// before, and on each screen a snapshot can be taken. The order depends on the graph only.
    ///
    /// - Complexity: Linear in what it gives back. A path is set only where the walk turns back.
    public func transitions() -> [NavigationTransition<F>] {
        var transitions: [NavigationTransition<F>] = []
        let entry = NavigationGraph<F>.entryNumber
        // How the walk first came to each fragment; the entry needs no way.
        var arrivals = [Int?](repeating: nil, count: graph.fragments.count)
        var visited = [Bool](repeating: false, count: graph.fragments.count)
        // The fragment at the end of whose path the walk stands, or nil where it stands elsewhere.
        var current: Int?
        visited[entry] = true
        var way = [(fragment: entry, rest: openWays(from: entry)[...])]
        while let last = way.indices.last {
            let fragment = way[last].fragment
            guard let segue = way[last].rest.popFirst() else {
                way.removeLast()
                continue
            }
            let target = graph.ends[segue].to
            if current != fragment { transitions.append(.replace(path(to: fragment, arrivals))) }
            // An auto is on screen as soon as its source is.
            if !graph.segues[segue].isAuto { transitions.append(.present(PathEdge(graph.segues[segue].edge))) }
            current = visited[target] || graph.autos[target] != nil || graph.segues[segue].isAuto ? nil : target
            guard !visited[target] else { continue }
            visited[target] = true
            arrivals[target] = segue
            way.append((target, openWays(from: target)[...]))
        }
        return transitions
    }

    private func path(to fragment: Int, _ arrivals: [Int?]) -> PresentedPath<F> {
        var edges: [PathEdge<F>] = []
        var fragment = fragment
        while let segue = arrivals[fragment] {
            edges.append(PathEdge(graph.segues[segue].edge))
            fragment = graph.ends[segue].from
        }
        return PresentedPath(edges.reversed())
    }

    /// The segues that can be taken where a fragment has just been presented: all that are open, or only the auto where
    /// that passes on at once.
    private func openWays(from fragment: Int) -> [Int] {
        let open = graph.outgoing[fragment].filter { isOpen($0) }
        guard let auto = graph.autos[fragment], isOpen(auto), graph.segues[auto].style == .pass else { return open }
        return [auto]
    }
}
