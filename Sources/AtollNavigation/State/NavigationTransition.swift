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
    ///
    /// - Complexity: What the operation that it names costs.
    public mutating func navigate(_ transition: NavigationTransition<F>) throws(NavigationError<F>) {
        switch transition {
        case .present(let edge): try present(edge.edge, id: edge.to.id)
        case .dismiss(let place): try dismiss(place.fragment, id: place.id)
        case .replace(let path): try replace(with: path)
        }
    }

    /// Whether ``navigate(_:)`` would carry the transition out.
    public func canNavigate(_ transition: NavigationTransition<F>) -> Bool {
        switch transition {
        case .present(let edge): canPresent(edge.edge)
        case .dismiss(let place): canDismiss(place.fragment, id: place.id)
        case .replace(let path): canReplace(with: path)
        }
    }
}
