import Foundation
import SignedJSON

/// How far a role is signed that is passed from one signer to the next.
public struct TUFSigningStatus: Hashable, Sendable {
    /// The role's name.
    public let role: String
    /// The version of the role in the proposal.
    public let version: Int
    /// The time at which the role's metadata expires.
    public let expires: Date
    /// The groups of keys that must sign, each separately: for a root, the keys of the previous root and those that it
    /// lists itself.
    public let groups: [Group]

    /// Keys of which a number must sign.
    public struct Group: Hashable, Sendable {
        /// The number of keys that must sign.
        public let threshold: Int
        /// The ids of the keys that have signed.
        public let signed: [String]
        /// The ids of the keys that have not signed.
        public let unsigned: [String]
        /// The number of signatures that are missing.
        public var missing: Int { max(0, threshold - signed.count) }
    }

    /// Whether no signature is missing.
    public var isComplete: Bool { groups.allSatisfy { $0.missing == 0 } }
}
