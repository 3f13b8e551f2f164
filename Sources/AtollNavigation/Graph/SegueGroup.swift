/// Segues that share their rules, as a line of a graph's builder makes them.
public struct SegueGroup<F: Fragment>: Sendable {
    public private(set) var segues: [Segue<F>]

    init(_ edges: [GraphEdge<F>], style: SegueStyle) {
        segues = edges.map { Segue($0, style: style) }
    }

    /// The targets can be dismissed.
    public func dismissable() -> Self { changing { $0.isDismissable = true } }

    /// The targets are presented as soon as their sources are.
    public func auto() -> Self { changing { $0.isAuto = true } }

    /// The segues have a name.
    public func tag(_ tag: SegueTag) -> Self { changing { $0.tag = tag } }

    /// The segues have a name, by which their targets are presented with an id.
    ///
    /// ```swift
    /// hold(.dashboard => .player(.any)).dismissable().tag("player", Screen.player)
    /// // elsewhere, in a feature that knows no player:
    /// navigator.present(tag: "player", id: "evening-run")
    /// ```
    public func tag<ID>(_ tag: SegueTag, _ makeTarget: @escaping @Sendable (ID) -> F) -> Self {
        changing {
            $0.tag = tag
            $0.target = TargetMaker(makeTarget)
        }
    }

    /// The segues are open while `fact` is true. Until then they lead to `redirect`, if there is one.
    public func when(_ fact: Fact, otherwise redirect: F? = nil) -> Self {
        changing { segue in
            segue.condition = segue.condition ?? Condition()
            segue.condition?.required.insert(fact)
            segue.redirect = redirect ?? segue.redirect
        }
    }

    /// The segues are open while `fact` is not true. Until then they lead to `redirect`, if there is one.
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

/// Segues whose source gives way to its target.
public func pass<F: Fragment>(_ edge: GraphEdge<F>) -> SegueGroup<F> { SegueGroup([edge], style: .pass) }

/// Segues whose sources give way to their targets.
public func pass<F: Fragment>(_ edges: [GraphEdge<F>]) -> SegueGroup<F> { SegueGroup(edges, style: .pass) }

/// A segue whose source stays presented.
public func hold<F: Fragment>(_ edge: GraphEdge<F>) -> SegueGroup<F> { SegueGroup([edge], style: .hold) }

/// Segues whose sources stay presented.
public func hold<F: Fragment>(_ edges: [GraphEdge<F>]) -> SegueGroup<F> { SegueGroup(edges, style: .hold) }

/// A segue whose target is presented beside its source, alone among the source's picks.
public func pick<F: Fragment>(_ edge: GraphEdge<F>) -> SegueGroup<F> { SegueGroup([edge], style: .pick) }

/// Segues of whose targets only the newest is presented beside their source.
public func pick<F: Fragment>(_ edges: [GraphEdge<F>]) -> SegueGroup<F> { SegueGroup(edges, style: .pick) }

/// Gathers the lines of a graph.
@resultBuilder
public enum SegueBuilder<F: Fragment> {
    public static func buildExpression(_ group: SegueGroup<F>) -> [Segue<F>] { group.segues }
    public static func buildExpression(_ segue: Segue<F>) -> [Segue<F>] { [segue] }
    public static func buildExpression(_ segues: [Segue<F>]) -> [Segue<F>] { segues }
    public static func buildBlock(_ parts: [Segue<F>]...) -> [Segue<F>] { parts.flatMap(\.self) }
    public static func buildOptional(_ part: [Segue<F>]?) -> [Segue<F>] { part ?? [] }
    public static func buildEither(first part: [Segue<F>]) -> [Segue<F>] { part }
    public static func buildEither(second part: [Segue<F>]) -> [Segue<F>] { part }
    public static func buildArray(_ parts: [[Segue<F>]]) -> [Segue<F>] { parts.flatMap(\.self) }
}
