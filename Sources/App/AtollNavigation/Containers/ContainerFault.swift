/// A mismatch between a container of views and the graph: something that is presented would not be visible, or not as
/// the segue says.
public enum ContainerFault<F: Fragment>: Error, Hashable, Sendable, CustomStringConvertible {
    /// A container shows a fragment that is not part of the graph.
    case unknownFragment(F)
    /// A tab bar has a tab that no segue picks.
    case notPicked(F)
    /// A tab bar is on screen and none of its tabs is picked, so it shows the first without the graph's knowledge.
    case noTabPicked([F])
    /// A column next to a list, or a layer, shows a fragment that is not held: what is next to it or below it gives way
    /// when it is presented.
    case notHeld(F)
    /// A segue leads on from a screen that was shown, but nothing would show its target.
    case notShown(GraphEdge<F>, SegueStyle)

    public var description: String {
        switch self {
        case .unknownFragment(let fragment):
            "A container shows \(fragment.ruleName), which is not part of the graph: add a segue to it."
        case .notPicked(let fragment):
            "\(fragment.ruleName) is a tab, but no segue picks it: lead to it with `Pick(… => …)`."
        case .noTabPicked(let tabs):
            """
            None of the tabs \(tabs.map(\.ruleName).joined(separator: ", ")) is picked: make the segue to the first \
            one `.auto()`.
            """
        case .notHeld(let fragment):
            """
            \(fragment.ruleName) is shown next to or over its source, but its source gives way when it is presented: \
            lead to it with `Hold(… => …)`.
            """
        case .notShown(let edge, .hold):
            """
            \(edge.ruleName) is a hold, but nothing shows \(edge.to.ruleName): a stack shows only the targets of \
            passes. Make it a `Pass`, or show it with `layers`, `FragmentColumns`, a popover, an inspector or an \
            overlay; or declare with `shows(_:in:)` that a view of your own shows it.
            """
        case .notShown(let edge, .pick):
            "\(edge.ruleName) is a pick, but nothing shows \(edge.to.ruleName): show it with `FragmentTabs`."
        case .notShown(let edge, .pass):
            """
            \(edge.ruleName) is a pass, but nothing shows \(edge.to.ruleName): show \(edge.from.ruleName) in a \
            `FragmentStack`.
            """
        }
    }
}
