/// A container of views that does not fit the graph: something that is presented would not be seen, or not as the segue says.
public enum ContainerFault<F: Fragment>: Error, Hashable, Sendable, CustomStringConvertible {
    /// A container shows a fragment that the graph does not have.
    case unknownFragment(F)
    /// A tab bar has a tab that no segue picks.
    case notPicked(F)
    /// A tab bar is on screen, and none of its tabs is picked: it shows the first, of which the graph knows nothing.
    case noTabPicked([F])
    /// A column beside a list, or a layer, shows what is not held: what it lies beside or over gives way when it is presented.
    case notHeld(F)
    /// A segue leads on from a screen that was shown, and nothing would show its target.
    case notShown(GraphEdge<F>, SegueStyle)

    public var description: String {
        switch self {
        case .unknownFragment(let fragment):
            "A container shows \(fragment.ruleName), which the graph does not have: add a segue to it."
        case .notPicked(let fragment):
            "\(fragment.ruleName) is a tab, and no segue picks it: lead to it with `pick(… => …)`."
        case .noTabPicked(let tabs):
            "None of the tabs \(tabs.map(\.ruleName).joined(separator: ", ")) is picked: let the segue to the first one be `.auto()`."
        case .notHeld(let fragment):
            """
            \(fragment.ruleName) is shown beside or over what leads to it, which gives way when it is presented: lead to it with \
            `hold(… => …)`.
            """
        case .notShown(let edge, .hold):
            """
            \(edge.ruleName) is a hold, and nothing shows \(edge.to.ruleName): a stack shows what is passed to. Make it a `pass`, or show it with \
            `layers`, `FragmentColumns`, a popover, an inspector or an overlay; or say with `shows(_:in:)` that a view of your own does.
            """
        case .notShown(let edge, .pick):
            "\(edge.ruleName) is a pick, and nothing shows \(edge.to.ruleName): show it with `FragmentTabs`."
        case .notShown(let edge, .pass):
            """
            \(edge.ruleName) is a pass, and nothing shows \(edge.to.ruleName): put what is shown there into a `FragmentStack` at \
            \(edge.from.ruleName).
            """
        }
    }
}
