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

    /// A walk along every segue that is open, from the entry on: each can be carried out after the one before, and on
    /// each screen a snapshot can be taken. The order depends on the graph only.
    ///
    /// - Complexity: Linear in what it gives back. Transitions that set one path share it.
    public func transitions() -> [NavigationTransition<F>] {
        var transitions: [NavigationTransition<F>] = []
        var visited = [Bool](repeating: false, count: graph.fragments.count)
        // Where the walk stands after the last transition, or nil where autos may have led on.
        var current: Int?
        var waiting: [(fragment: Int, path: PresentedPath<F>)] = [(NavigationGraph<F>.entryNumber, PresentedPath())]
        visited[NavigationGraph<F>.entryNumber] = true
        while let (fragment, path) = waiting.popLast() {
            var found: [(fragment: Int, path: PresentedPath<F>)] = []
            for segue in openWays(from: fragment) {
                let edge = graph.segues[segue].edge
                // An auto is on screen as soon as its source is.
                if !graph.segues[segue].isAuto {
                    if current != fragment { transitions.append(.replace(path)) }
                    transitions.append(.present(PathEdge(edge)))
                    current = nil
                } else if current != fragment {
                    transitions.append(.replace(path))
                    current = fragment
                }
                let target = graph.ends[segue].to
                guard !visited[target] else { continue }
                visited[target] = true
                found.append((target, PresentedPath(path.edges + [PathEdge(edge)])))
            }
            waiting.append(contentsOf: found.reversed())
        }
        return transitions
    }

    /// The segues that can be taken where a fragment has just been presented: all that are open, or only the auto where
    /// that passes on at once.
    private func openWays(from fragment: Int) -> [Int] {
        let open = graph.outgoing[fragment].filter { isOpen($0) }
        guard let auto = graph.autos[fragment], isOpen(auto), graph.segues[auto].style == .pass else { return open }
        return [auto]
    }
}
