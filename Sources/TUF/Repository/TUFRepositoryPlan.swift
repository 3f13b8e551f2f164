import Foundation

/// Who signs for a role, how many of them have to, and for how long it is good.
public struct TUFRolePlan: Sendable {
    public var signers: [TUFSigner]
    public var threshold: Int
    /// In seconds.
    public var lifetime: TimeInterval

    /// - Precondition: `threshold` is from 1 to the number of signers.
    public init(_ signers: [TUFSigner], threshold: Int = 1, lifetime: TimeInterval) {
        precondition((1...max(1, signers.count)).contains(threshold), "A threshold is from 1 to the number of signers.")
        self.signers = signers
        self.threshold = threshold
        self.lifetime = lifetime
    }

    var json: JSONValue {
        .object([
            "keyids": .array(signers.map { .string($0.key.id) }), "threshold": .integer(threshold),
        ])
    }
}

/// The roles of a repository.
public struct TUFRepositoryPlan: Sendable {
    public var root: TUFRolePlan
    public var targets: TUFRolePlan
    public var snapshot: TUFRolePlan
    public var timestamp: TUFRolePlan

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

/// Which targets a role leaves to others.
public enum TUFDelegation: Sendable {
    /// To roles by name, each for the paths that match one of its patterns.
    case roles([(name: String, paths: [String], isTerminating: Bool, plan: TUFRolePlan)])
    /// To 2 to the power of `bits` roles in a row, by the digests of paths.
    case bins(prefix: String, bits: Int, plan: TUFRolePlan)
}
