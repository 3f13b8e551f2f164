/// The queries that a state and a navigator have in common.
public protocol Navigating<F> {
    associatedtype F: Fragment
    /// Whether a command would be carried out and reach its target, not a redirect.
    func canPerform(_ command: NavigationCommand<F>) -> Bool
}

extension Navigating {
    /// Whether the fragment itself would be presented, not a redirect.
    public func canPresent(_ fragment: F) -> Bool { canPerform(.present(fragment)) }

    /// Whether the edge's target can be presented from its source.
    public func canPresent(_ edge: GraphEdge<F>) -> Bool { canPerform(.presentEdge(edge)) }

    /// Whether the target of a segue with this tag can be presented.
    public func canPresent(tag: SegueTag, id: TargetID? = nil) -> Bool { canPerform(.presentTag(tag, id: id)) }

    /// Whether exactly one open segue leads on, to a fragment that needs no id.
    public var canGoForward: Bool { canPerform(.forward()) }

    /// Whether the fragment can be dismissed.
    public func canDismiss(_ fragment: F) -> Bool { canPerform(.dismiss(fragment)) }

    /// Whether a member of the fragment's family can be dismissed.
    public func canDismissAny(_ fragment: F) -> Bool { canPerform(.dismissAny(fragment)) }

    /// Whether the edge's target can be dismissed.
    public func canDismiss(_ edge: GraphEdge<F>) -> Bool { canPerform(.dismissEdge(edge)) }

    /// Whether a place to which a segue with this tag led can be dismissed.
    public func canDismiss(tag: SegueTag) -> Bool { canPerform(.dismissTag(tag)) }

    /// Whether anything can be dismissed.
    public var canDismiss: Bool { canPerform(.dismissLast) }

    /// Whether the fragment can be presented among `fragments`; with nil, whether the one that is presented, if any,
    /// can be dismissed.
    public func canPick(_ fragment: F?, among fragments: [F]) -> Bool { canPerform(.pick(fragment, among: fragments)) }

    /// Whether ``NavigationCommand/go(_:)`` can reach the fragment.
    public func canGo(to fragment: F) -> Bool { canPerform(.go(fragment)) }

    /// Whether the whole path can be followed.
    public func canReplace(with path: PresentedPath<F>) -> Bool { canPerform(.replace(path)) }

    /// Whether the whole path can be followed while the other tabs stay unchanged.
    public func canOpen(_ path: PresentedPath<F>) -> Bool { canPerform(.open(path)) }

    /// Whether exactly these fragments can be pushed on a place.
    public func canSetStack(_ stack: [F], from place: F) -> Bool { canPerform(.setStack(stack, from: place)) }
}

extension NavigationState: Navigating {}
