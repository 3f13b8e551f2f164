/// What becomes of a segue's source when its target is presented.
public enum SegueStyle: String, Hashable, Sendable, CaseIterable {
    /// Both are presented: a sheet, a detail beside its list, a player over everything.
    case hold
    /// The source, and all that it holds, gives way to the target: the next screen.
    case pass
    /// Held, but of one source's picks only the newest is presented: tabs.
    case pick
}

/// A directed, ruled edge between two fragments, or between any of their families.
public struct Segue<F: Fragment>: Hashable, Sendable {
    public let edge: GraphEdge<F>
    public var style: SegueStyle
    /// Whether the target can be dismissed, back to the source.
    public var isDismissable: Bool
    /// Whether the target is presented as soon as the source is.
    public var isAuto: Bool
    public var tag: SegueTag?
    /// How the target is made where it is presented by its tag and an id.
    public var target: TargetMaker<F>?
    /// What must be true for the segue to be open.
    public var condition: Condition?
    /// Where to go instead while the condition is not met; what was wanted is kept, and resumed when it is.
    public var redirect: F?

    public init(
        _ edge: GraphEdge<F>, style: SegueStyle = .pass, isDismissable: Bool = false, isAuto: Bool = false,
        tag: SegueTag? = nil, target: TargetMaker<F>? = nil, condition: Condition? = nil, redirect: F? = nil
    ) {
        self.edge = edge
        self.style = style
        self.isDismissable = isDismissable
        self.isAuto = isAuto
        self.tag = tag
        self.target = target
        self.condition = condition
        self.redirect = redirect
    }

    public var from: F { edge.from }
    public var to: F { edge.to }
}
