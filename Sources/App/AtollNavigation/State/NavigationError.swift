/// Why a navigation is not possible. The state is unchanged.
public enum NavigationError<F: Fragment>: Error, Hashable {
    /// The fragment is not part of the graph.
    case unknownFragment(F)
    /// The graph has no segue along the edge.
    case noSegue(GraphEdge<F>)
    /// No segue has the tag.
    case unknownTag(SegueTag)
    /// Segues lead to the fragment, but none from what is presented.
    case noWay(to: F, from: [F])
    /// No path of open segues leads to the fragment, even if places are dismissed first; or the only such path leads
    /// through a family, of which no member was named.
    case unreachable(F, from: [F])
    /// The segue's source is not presented.
    case sourceNotPresented(GraphEdge<F>)
    /// The segue's condition is not met, and it has no open redirect.
    case conditionUnmet(GraphEdge<F>, Condition)
    /// No open segue leaves the fragment.
    case noWayOut(F)
    /// The segue leads to a family, so a member must be named.
    case missingID(F)
    /// The segue's target can't be made from the id.
    case wrongID(F, TargetID)
    /// Several open segues lead on, to these targets, so one must be named.
    case ambiguousForward(F, [F])
    /// Neither the place nor anything that descends from it is presented.
    case notPresented(F)
    /// The entry can't be dismissed.
    case entryNotDismissable(F)
    /// The segue that led to the place is not dismissable.
    case notDismissable(GraphEdge<F>)
    /// Nothing that is presented can be dismissed.
    case nothingToDismiss
    /// The error concerns fragments that this scope does not see; only its text is known.
    case outside(String)
    /// Nothing can be pushed on the place, because it is not on the path.
    case notOnPath(F)
    /// The segue is not a pass, so its target can't be pushed on a stack.
    case notPushed(GraphEdge<F>)
    /// A stack can't end at the place, because an auto leads on from there.
    case leadsOn(F)
    /// The path can't be followed at this step.
    case brokenPath(PathEdge<F>, PathFault)
}

extension NavigationError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownFragment(let fragment): "\(fragment.readableName) is not part of the graph: add a segue to it."
        case .noSegue(let edge): "The graph has no segue \(edge): add one."
        case .unknownTag(let tag): "No segue has the tag \"\(tag)\"."
        case .noWay(let fragment, let presented):
            """
            No segue leads to \(fragment.readableName) from what is presented (\(Self.list(presented))): add one, \
            or use go(to:).
            """
        case .unreachable(let fragment, let presented):
            """
            No path of open segues leads to \(fragment.readableName) from what is presented \
            (\(Self.list(presented))). A path through a family, such as from any product to its reviews, is not taken: \
            name the member with open(_:), or go step by step.
            """
        case .sourceNotPresented(let edge):
            "The segue \(edge) can't be taken, because \(edge.from.readableName) is not presented."
        case .conditionUnmet(let edge, let condition):
            """
            The segue \(edge) is closed until its condition is met: \(condition). Give it a redirect, or change the \
            facts.
            """
        case .missingID(let fragment):
            "\(FragmentKind(fragment)) is a family: name the member to present."
        case .wrongID(let fragment, let id):
            "\(FragmentKind(fragment)) can't be made from the id \(id): its segue's .tag(_:_:) must accept such an id."
        case .noWayOut(let fragment): "No open segue leads out of \(fragment.readableName)."
        case .ambiguousForward(let fragment, let targets):
            """
            Several open segues lead out of \(fragment.readableName) (to \(Self.list(targets))): choose one with \
            present.
            """
        case .notPresented(let place): "\(place.readableName) can't be dismissed, because it is not presented."
        case .entryNotDismissable(let fragment): "\(fragment.readableName) is the entry, which can't be dismissed."
        case .notDismissable(let edge):
            "\(edge.to.readableName) can't be dismissed: the segue \(edge) is not dismissable."
        case .nothingToDismiss: "Nothing that is presented can be dismissed."
        case .notOnPath(let place): "Nothing can be pushed on \(place.readableName), because it is not on the path."
        case .notPushed(let edge):
            "\(edge.to.readableName) can't be pushed on a stack: the segue \(edge) is not a pass."
        case .leadsOn(let place): "The stack can't end at \(place.readableName): an auto leads on from there."
        case .outside(let text): text
        case .brokenPath(let edge, let fault): "The path can't be followed at \(edge): \(fault.text)."
        }
    }

    private static func list(_ fragments: [F]) -> String {
        fragments.map(\.readableName).joined(separator: ", ")
    }
}
