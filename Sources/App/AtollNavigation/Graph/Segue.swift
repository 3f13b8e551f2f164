/// A directed edge between two fragments, or between two families, with its rules.
public struct Segue<F: Fragment>: Hashable, Sendable {
    /// The ends of the segue; any member of a family stands for all of it.
    public let edge: GraphEdge<F>
    /// The effect on the source when the target is presented.
    public var style: SegueStyle
    /// Whether the target can be dismissed, which returns to the source.
    public var isDismissable: Bool
    /// Whether the target is presented as soon as the source is.
    public var isAuto: Bool
    /// The name by which the target is presented and dismissed, or nil.
    public var tag: SegueTag?
    /// Makes the target when it is presented by its tag and an id.
    public var target: TargetMaker<F>?
    /// The condition for the segue to be open; nil if it always is.
    public var condition: Condition?
    /// The fragment to go to instead while the condition is not met. The wanted fragment is remembered, and navigation
    /// to it resumes when the condition is met.
    public var redirect: F?

    /// A segue along an edge.
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

    /// The fragment that the segue leaves.
    public var from: F { edge.from }
    /// The fragment at which the segue arrives.
    public var to: F { edge.to }
}
