/// Segues with the same rules, as one line of a graph's builder makes them.
public struct SegueGroup<F: Fragment>: Sendable {
    /// The segues, in the order of their edges.
    public private(set) var segues: [Segue<F>]

    init(_ edges: [GraphEdge<F>], style: SegueStyle) {
        segues = edges.map { Segue($0, style: style) }
    }

    /// Lets the targets be dismissed.
    public func dismissable() -> Self { changing { $0.isDismissable = true } }

    /// Presents the targets as soon as their sources are.
    public func auto() -> Self { changing { $0.isAuto = true } }

    /// Gives the segues a name.
    public func tag(_ tag: SegueTag) -> Self { changing { $0.tag = tag } }

    /// Gives the segues a name, by which their targets are presented with an id.
    ///
    /// ```swift
    /// hold(.dashboard => .player(.any)).dismissable().tag("player", Screen.player)
    /// // elsewhere, in a feature that doesn't know the player:
    /// navigator.present(tag: "player", id: "evening-run")
    /// ```
    public func tag<ID>(_ tag: SegueTag, _ makeTarget: @escaping @Sendable (ID) -> F) -> Self {
        changing {
            $0.tag = tag
            $0.target = TargetMaker(makeTarget)
        }
    }

    /// Opens the segues only while `fact` is true. Until then they lead to `redirect`, if there is one.
    public func when(_ fact: Fact, otherwise redirect: F? = nil) -> Self {
        changing { segue in
            segue.condition = segue.condition ?? Condition()
            segue.condition?.required.insert(fact)
            segue.redirect = redirect ?? segue.redirect
        }
    }

    /// Closes the segues while `fact` is true. During that time they lead to `redirect`, if there is one.
    public func unless(_ fact: Fact, otherwise redirect: F? = nil) -> Self {
        changing { segue in
            segue.condition = segue.condition ?? Condition()
            segue.condition?.forbidden.insert(fact)
            segue.redirect = redirect ?? segue.redirect
        }
    }

    private func changing(_ change: (inout Segue<F>) -> Void) -> Self {
        var group = self
        for index in group.segues.indices { change(&group.segues[index]) }
        return group
    }
}

/// A segue whose source gives way to its target.
public func pass<F: Fragment>(_ edge: GraphEdge<F>) -> SegueGroup<F> { SegueGroup([edge], style: .pass) }

/// Segues whose sources give way to their targets.
public func pass<F: Fragment>(_ edges: [GraphEdge<F>]) -> SegueGroup<F> { SegueGroup(edges, style: .pass) }

/// A segue whose source stays presented.
public func hold<F: Fragment>(_ edge: GraphEdge<F>) -> SegueGroup<F> { SegueGroup([edge], style: .hold) }

/// Segues whose sources stay presented.
public func hold<F: Fragment>(_ edges: [GraphEdge<F>]) -> SegueGroup<F> { SegueGroup(edges, style: .hold) }

/// A segue whose target is presented along with its source, as the only one of the source's picks.
public func pick<F: Fragment>(_ edge: GraphEdge<F>) -> SegueGroup<F> { SegueGroup([edge], style: .pick) }

/// Segues whose targets are presented along with their source, only the newest of one source's picks at a time.
public func pick<F: Fragment>(_ edges: [GraphEdge<F>]) -> SegueGroup<F> { SegueGroup(edges, style: .pick) }
