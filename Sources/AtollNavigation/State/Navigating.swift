/// What a state and a navigator answer alike.
public protocol Navigating<F> {
    associatedtype F: Fragment
    /// Whether a command would be carried out, and lead where it says and not to a redirect.
    func canPerform(_ command: NavigationCommand<F>) -> Bool
}

extension Navigating {
    /// Whether the fragment would be presented itself, not a redirect.
    public func canPresent(_ fragment: F) -> Bool { canPerform(.present(fragment)) }

    /// Whether the edge's target can be presented from its source.
    public func canPresent(_ edge: GraphEdge<F>) -> Bool { canPerform(.presentEdge(edge)) }

    /// Whether something can be presented by this tag.
    public func canPresent(tag: SegueTag, id: TargetID? = nil) -> Bool { canPerform(.presentTag(tag, id: id)) }

    /// Whether exactly one way leads on.
    public var canGoForward: Bool { canPerform(.forward()) }

    /// Whether the fragment can be dismissed.
    public func canDismiss(_ fragment: F) -> Bool { canPerform(.dismiss(fragment)) }

    /// Whether one of the fragment's family can be dismissed.
    public func canDismissAny(_ fragment: F) -> Bool { canPerform(.dismissAny(fragment)) }

    /// Whether the edge's target can be dismissed.
    public func canDismiss(_ edge: GraphEdge<F>) -> Bool { canPerform(.dismissEdge(edge)) }

    /// Whether something can be dismissed by this tag.
    public func canDismiss(tag: SegueTag) -> Bool { canPerform(.dismissTag(tag)) }

    /// Whether something can be dismissed.
    public var canDismiss: Bool { canPerform(.dismissLast) }

    /// Whether one of several can be presented among them, or with nil the one that is can be dismissed.
    public func canPick(_ fragment: F?, among fragments: [F]) -> Bool { canPerform(.pick(fragment, among: fragments)) }

    /// Whether a way leads to the fragment.
    public func canGo(to fragment: F) -> Bool { canPerform(.go(fragment)) }

    /// Whether the path can be followed.
    public func canReplace(with path: PresentedPath<F>) -> Bool { canPerform(.replace(path)) }

    /// Whether the path can be followed beside the tabs that are there.
    public func canOpen(_ path: PresentedPath<F>) -> Bool { canPerform(.open(path)) }

    /// Whether exactly this can be pushed on a place.
    public func canSetStack(_ stack: [F], from place: F) -> Bool { canPerform(.setStack(stack, from: place)) }
}

extension NavigationState: Navigating {}
