import Foundation
import SignedJSON

/// The targets that a role delegates to others.
public enum TUFDelegation: Sendable {
    /// To named roles, each for the paths that match one of its patterns.
    case roles([(name: String, paths: [String], isTerminating: Bool, plan: TUFRolePlan)])
    /// To 2 to the power of `bits` numbered roles, by the digests of paths. `bits` is from 1 to 32.
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
