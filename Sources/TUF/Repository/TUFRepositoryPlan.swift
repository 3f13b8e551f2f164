import Foundation
import SignedJSON

/// Who signs for a role, how many of them have to, and for how long it is good.
public struct TUFRolePlan: Sendable {
    public var keys: [VerificationKey]
    public var threshold: Int
    /// In seconds.
    public var lifetime: TimeInterval

    /// - Precondition: `threshold` is from 1 to the number of keys.
    public init(_ keys: [VerificationKey], threshold: Int = 1, lifetime: TimeInterval) {
        precondition((1...max(1, keys.count)).contains(threshold), "A threshold is from 1 to the number of keys.")
        self.keys = keys
        self.threshold = threshold
        self.lifetime = lifetime
    }

    /// Whether the same keys have to sign for both, and as many of them.
    public func isSigned(like other: TUFRolePlan) -> Bool {
        threshold == other.threshold && RoleKeys(self).hasSameKeys(as: RoleKeys(other))
    }

    /// The role as its delegator writes it.
    var members: [ExactString: JSONValue] {
        ["keyids": .array(keys.map { .string($0.id) }), "threshold": .integer(threshold)]
    }

    static func keys(of plans: [TUFRolePlan]) -> JSONValue {
        let keys = plans.flatMap(\.keys).map { (ExactString($0.id), $0.json) }
        return .object(Dictionary(keys) { first, _ in first })
    }
}

/// The top-level roles of a repository.
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

    /// The roles by name.
    var plans: [(name: String, plan: TUFRolePlan)] {
        switch self {
        case .roles(let roles): roles.map { ($0.name, $0.plan) }
        case .bins(let prefix, let bits, let plan):
            (0..<(1 << bits)).map { (Delegations.Bins.name($0, prefix: prefix, bits: bits), plan) }
        }
    }

    /// As metadata writes it.
    public var json: JSONValue {
        switch self {
        case .roles(let delegated):
            let roles = delegated.map { name, paths, isTerminating, plan -> JSONValue in
                let members: [ExactString: JSONValue] = [
                    "name": .string(name), "paths": .array(paths.map { .string($0) }),
                    "terminating": .bool(isTerminating),
                ]
                return .object(members.merging(plan.members) { first, _ in first })
            }
            return .object(["keys": TUFRolePlan.keys(of: delegated.map(\.plan)), "roles": .array(roles)])
        case .bins(let prefix, let bits, let plan):
            let members: [ExactString: JSONValue] = ["bit_length": .integer(bits), "name_prefix": .string(prefix)]
            return .object([
                "keys": TUFRolePlan.keys(of: [plan]),
                "succinct_roles": .object(members.merging(plan.members) { first, _ in first }),
            ])
        }
    }
}
