import Foundation
import SignedJSON

/// The plans of a repository's top-level roles.
public struct TUFRepositoryPlan: Sendable {
    /// The plan of the root role, which lists the keys of all four.
    public var root: TUFRolePlan
    /// The plan of the role that lists targets and delegates to others.
    public var targets: TUFRolePlan
    /// The plan of the role that lists which versions of the other roles belong together.
    public var snapshot: TUFRolePlan
    /// The plan of the role that names the newest snapshot.
    public var timestamp: TUFRolePlan

    /// Creates the plan of a repository.
    public init(root: TUFRolePlan, targets: TUFRolePlan, snapshot: TUFRolePlan, timestamp: TUFRolePlan) {
        self.root = root
        self.targets = targets
        self.snapshot = snapshot
        self.timestamp = timestamp
    }

    var all: [(name: ExactString, role: TUFRolePlan)] {
        [("root", root), ("timestamp", timestamp), ("snapshot", snapshot), ("targets", targets)]
    }
}
