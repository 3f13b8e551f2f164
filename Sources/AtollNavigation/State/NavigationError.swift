/// Why a navigation is not possible. The state is as it was before.
public enum NavigationError<F: Fragment>: Error, Hashable {
    /// The fragment is no part of the graph.
    case unknownFragment(F)
    /// The graph has no segue along the edge.
    case noSegue(GraphEdge<F>)
    /// No segue has the tag.
    case unknownTag(SegueTag)
    /// Segues lead to the fragment, but none from what is presented.
    case noWay(to: F, from: [F])
    /// No way that the graph allows leads to the fragment, whatever is dismissed before; or only one through a family, of which nobody has said
    /// which is meant.
    case unreachable(F, from: [F])
    /// The segue's source is not presented.
    case sourceNotPresented(GraphEdge<F>)
    /// The segue's condition is not met, and it redirects to nowhere.
    case conditionUnmet(GraphEdge<F>, Condition)
    /// The fragment has no way out.
    case noWayOut(F)
    /// The segue leads to a family: say to which of it.
    case missingID(F)
    /// The segue's target can't be made of the id.
    case wrongID(F, TargetID)
    /// Several ways lead on: say which.
    case ambiguousForward(F, [F])
    /// The place is not presented, nor does anything hang from it that is.
    case notPresented(F)
    /// The entry can't be dismissed.
    case entryNotDismissable(F)
    /// The segue that led here is not dismissable.
    case notDismissable(GraphEdge<F>)
    /// Nothing that is presented can be dismissed.
    case nothingToDismiss
    /// Something about fragments that this scope does not see: its text.
    case outside(String)
    /// Nothing can be pushed on the place, which is not on the path.
    case notOnPath(F)
    /// The segue does not pass, so its target can't be pushed on a stack.
    case notPushed(GraphEdge<F>)
    /// A stack can't end at the place: something is presented from there by itself.
    case leadsOn(F)
    /// The path can't be followed at this step.
    case brokenPath(PathEdge<F>, PathFault)
}

/// What is wrong with a step of a path.
public enum PathFault: Hashable, Sendable {
    /// It leaves from a place that is not on the path before it.
    case unattached
    /// The graph has no segue along it.
    case noSegue
    /// Another step leaves from the same place by the same segue, or the place has passed to another one already.
    case taken
    /// The segue's condition is not met.
    case conditionUnmet
}

/// A step of a path that was restored without it.
public struct DroppedStep<F: Fragment>: Hashable, Sendable {
    public let edge: PathEdge<F>
    public let fault: PathFault
}

extension NavigationError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownFragment(let fragment): "\(fragment.readableName) is not part of the graph: add a segue to it."
        case .noSegue(let edge): "The graph has no segue \(edge): add one."
        case .unknownTag(let tag): "No segue has the tag \"\(tag)\"."
        case .noWay(let fragment, let presented):
            "No segue leads to \(fragment.readableName) from what is presented (\(Self.list(presented))): add one, or use go(to:)."
        case .unreachable(let fragment, let presented):
            """
            No open way leads to \(fragment.readableName) from what is presented (\(Self.list(presented))). A way through a family, such as \
            from any product to its reviews, is none: say which, with open(_:) or step by step.
            """
        case .sourceNotPresented(let edge):
            "The segue \(edge) can't be taken, because \(edge.from.readableName) is not presented."
        case .conditionUnmet(let edge, let condition):
            "The segue \(edge) is closed until it is true: \(condition). Give it a redirect, or change the facts."
        case .missingID(let fragment):
            "\(FragmentKind(fragment)) is a family: say which of it to present."
        case .wrongID(let fragment, let id):
            "\(FragmentKind(fragment)) has no id such as \(id). Its segue's tag says how it is made: .tag(_:_:)."
        case .noWayOut(let fragment): "No way leads out of \(fragment.readableName)."
        case .ambiguousForward(let fragment, let targets):
            "Several ways lead out of \(fragment.readableName) (to \(Self.list(targets))): say which one with present."
        case .notPresented(let place): "\(place.readableName) can't be dismissed, because it is not presented."
        case .entryNotDismissable(let fragment): "\(fragment.readableName) is the entry, which is never dismissed."
        case .notDismissable(let edge):
            "\(edge.to.readableName) can't be dismissed: the segue \(edge) is not dismissable."
        case .nothingToDismiss: "Nothing that is presented can be dismissed."
        case .notOnPath(let place): "Nothing can be pushed on \(place.readableName), because it is not on the path."
        case .notPushed(let edge):
            "\(edge.to.readableName) can't be pushed on a stack: the segue \(edge) does not pass."
        case .leadsOn(let place): "The stack can't end at \(place.readableName): an auto leads on from there."
        case .outside(let text): text
        case .brokenPath(let edge, let fault): "The path can't be followed at \(edge): \(fault.text)."
        }
    }

    private static func list(_ fragments: [F]) -> String {
        fragments.map(\.readableName).joined(separator: ", ")
    }
}

extension PathFault {
    var text: String {
        switch self {
        case .unattached: "it leaves from a place that is not on the path before it"
        case .noSegue: "the graph has no such segue"
        case .taken: "another step has taken this way"
        case .conditionUnmet: "the segue's condition is not met"
        }
    }
}
