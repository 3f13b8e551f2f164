import Foundation
import SignedJSON

/// The plan of a role: the keys that sign for it, how many of them must, and how long it is valid.
public struct TUFRolePlan: Sendable {
    /// The keys that may sign.
    public var keys: [VerificationKey]
    /// The number of keys that must sign.
    public var threshold: Int
    /// How long the role's metadata is valid, in seconds.
    public var lifetime: TimeInterval

    /// Creates the plan of a role.
    ///
    /// - Precondition: `threshold` is from 1 to the number of keys.
    public init(_ keys: [VerificationKey], threshold: Int = 1, lifetime: TimeInterval) {
        precondition(
            (1...max(1, keys.count)).contains(threshold), "The threshold must be from 1 to the number of keys.")
        self.keys = keys
        self.threshold = threshold
        self.lifetime = lifetime
    }

    /// Whether both have the same keys and the same threshold.
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
