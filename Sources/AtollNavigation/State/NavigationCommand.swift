/// An operation on a state, as a value: what a navigator carries out, a scope translates, and a recorder notes.
public enum NavigationCommand<F: Fragment>: Hashable, Sendable {
    case present(F, id: FragmentID?)
    case presentEdge(GraphEdge<F>, id: FragmentID?)
    case presentTag(Segue<F>.Tag, id: FragmentID?)
    case forward(id: FragmentID?)
    case dismiss(F, id: FragmentID?)
    case dismissWithAnyID(F)
    case dismissEdge(GraphEdge<F>)
    case dismissTag(Segue<F>.Tag)
    case dismissLast
    case pick(F?, among: [F])
    case go(F, id: FragmentID?)
    case replace(PresentedPath<F>)
    case setStack([PathFragment<F>], from: PathFragment<F>)
    case navigate(NavigationTransition<F>)
    case setFacts(Set<Fact>)
}

extension NavigationState {
    /// Carries a command out.
    public mutating func perform(_ command: NavigationCommand<F>) throws(NavigationError<F>) {
        switch command {
        case .present(let fragment, let id): try present(fragment, id: id)
        case .presentEdge(let edge, let id): try present(edge, id: id)
        case .presentTag(let tag, let id): try present(tag: tag, id: id)
        case .forward(let id): try forward(id: id)
        case .dismiss(let fragment, let id): try dismiss(fragment, id: id)
        case .dismissWithAnyID(let fragment): try dismissWithAnyID(fragment)
        case .dismissEdge(let edge): try dismiss(edge)
        case .dismissTag(let tag): try dismiss(tag: tag)
        case .dismissLast: try dismiss()
        case .pick(let fragment, let fragments): try pick(fragment, among: fragments)
        case .go(let fragment, let id): try go(to: fragment, id: id)
        case .replace(let path): try replace(with: path)
        case .setStack(let stack, let place): try setStack(stack, from: place)
        case .navigate(let transition): try navigate(transition)
        case .setFacts(let facts): setFacts(facts)
        }
    }

    /// Whether ``perform(_:)`` would carry the command out, and lead where it says and not to a redirect.
    ///
    /// - Complexity: What the `can` question for the operation costs.
    public func canPerform(_ command: NavigationCommand<F>) -> Bool {
        switch command {
        case .present(let fragment, let id): canPresent(fragment, id: id)
        case .presentEdge(let edge, let id): canPresent(edge, id: id)
        case .presentTag(let tag, let id): canPresent(tag: tag, id: id)
        case .forward: canGoForward
        case .dismiss(let fragment, let id): canDismiss(fragment, id: id)
        case .dismissWithAnyID(let fragment): canDismissWithAnyID(fragment)
        case .dismissEdge(let edge): canDismiss(edge)
        case .dismissTag(let tag): canDismiss(tag: tag)
        case .dismissLast: canDismiss
        case .pick(let fragment, let fragments): canPick(fragment, among: fragments)
        case .go(let fragment, let id): canGo(to: fragment, id: id)
        case .replace(let path): canReplace(with: path)
        case .setStack(let stack, let place): canSetStack(stack, from: place)
        case .navigate(let transition): canNavigate(transition)
        case .setFacts: true
        }
    }
}
