/// Short forms of ``NavigationCommand``: they publish the error where something is not possible.
extension Navigator {
    /// Presents a fragment.
    public func present(_ fragment: F) { attempt(.present(fragment)) }

    /// Presents an edge's target from its source.
    public func present(_ edge: GraphEdge<F>) { attempt(.presentEdge(edge)) }

    /// Presents the target of the newest segue with this tag whose source is the newest presented.
    public func present(tag: SegueTag, id: TargetID? = nil) { attempt(.presentTag(tag, id: id)) }

    /// Takes the only way on.
    public func forward(as fragment: F? = nil) { attempt(.forward(as: fragment)) }

    /// Dismisses a fragment.
    public func dismiss(_ fragment: F) { attempt(.dismiss(fragment)) }

    /// Dismisses the newest place of a fragment's family.
    public func dismissAny(_ fragment: F) { attempt(.dismissAny(fragment)) }

    /// Dismisses an edge's target from its source.
    public func dismiss(_ edge: GraphEdge<F>) { attempt(.dismissEdge(edge)) }

    /// Dismisses the newest place to which a segue with this tag led.
    public func dismiss(tag: SegueTag) { attempt(.dismissTag(tag)) }

    /// Dismisses the newest place that can be.
    public func dismiss() { attempt(.dismissLast) }

    /// Presents one of several, as a tab bar does.
    public func pick(_ fragment: F?, among fragments: [F]) { attempt(.pick(fragment, among: fragments)) }

    /// Goes to a fragment by the shortest way.
    public func go(to fragment: F) { attempt(.go(fragment)) }

    /// Sets the whole path.
    public func replace(with path: PresentedPath<F>) { attempt(.replace(path)) }

    /// Shows what a path leads to, and keeps the other tabs.
    public func open(_ path: PresentedPath<F>) { attempt(.open(path)) }

    /// Sets what is pushed on a place.
    public func setStack(_ stack: [F], from place: F) { attempt(.setStack(stack, from: place)) }

    /// Adds or removes a fact.
    public func set(_ fact: Fact, _ isTrue: Bool) {
        var facts = facts
        if isTrue { facts.insert(fact) } else { facts.remove(fact) }
        attempt(.setFacts(facts))
    }
}
