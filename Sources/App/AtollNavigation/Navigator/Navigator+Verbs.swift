/// Shorthand for ``NavigationCommand``. These methods publish the error if an operation is not possible.
extension Navigator {
    /// Presents a fragment.
    public func present(_ fragment: F) { attempt(.present(fragment)) }

    /// Presents an edge's target from its source.
    public func present(_ edge: GraphEdge<F>) { attempt(.presentEdge(edge)) }

    /// Presents the target of the segue with this tag whose source is the newest presented place.
    public func present(tag: SegueTag, id: TargetID? = nil) { attempt(.presentTag(tag, id: id)) }

    /// Takes the only open segue out of the newest presented place.
    public func forward(as fragment: F? = nil) { attempt(.forward(as: fragment)) }

    /// Dismisses the newest place of a fragment.
    public func dismiss(_ fragment: F) { attempt(.dismiss(fragment)) }

    /// Dismisses the newest place of a fragment's family.
    public func dismissAny(_ fragment: F) { attempt(.dismissAny(fragment)) }

    /// Dismisses an edge's target from its source.
    public func dismiss(_ edge: GraphEdge<F>) { attempt(.dismissEdge(edge)) }

    /// Dismisses the newest place to which a segue with this tag led.
    public func dismiss(tag: SegueTag) { attempt(.dismissTag(tag)) }

    /// Dismisses the newest place that can be dismissed.
    public func dismiss() { attempt(.dismissLast) }

    /// Presents one fragment of several, as a tab bar does; nil dismisses the newest of them that is presented.
    public func pick(_ fragment: F?, among fragments: [F]) { attempt(.pick(fragment, among: fragments)) }

    /// Goes to a fragment by the shortest path through the graph.
    public func go(to fragment: F) { attempt(.go(fragment)) }

    /// Replaces the whole path.
    public func replace(with path: PresentedPath<F>) { attempt(.replace(path)) }

    /// Shows the destination of a path, and leaves the tabs that it does not mention unchanged.
    public func open(_ path: PresentedPath<F>) { attempt(.open(path)) }

    /// Sets exactly which places are pushed on a place.
    public func setStack(_ stack: [F], from place: F) { attempt(.setStack(stack, from: place)) }

    /// Adds or removes a fact.
    public func set(_ fact: Fact, _ isTrue: Bool) {
        var facts = facts
        if isTrue { facts.insert(fact) } else { facts.remove(fact) }
        attempt(.setFacts(facts))
    }
}
