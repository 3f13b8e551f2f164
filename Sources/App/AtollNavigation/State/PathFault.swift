/// The reasons why a step of a path can't be followed.
public enum PathFault: Hashable, Sendable {
    /// It leaves a place that is not on the path before it.
    case unattached
    /// The graph has no such segue.
    case noSegue
    /// An earlier step leaves the same place by the same segue, or passes from it.
    case taken
    /// The segue's condition is not met.
    case conditionUnmet
}

extension PathFault {
    var text: String {
        switch self {
        case .unattached: "it leaves a place that is not on the path before it"
        case .noSegue: "the graph has no such segue"
        case .taken: "an earlier step already takes this segue, or passes from the same place"
        case .conditionUnmet: "the segue's condition is not met"
        }
    }
}
