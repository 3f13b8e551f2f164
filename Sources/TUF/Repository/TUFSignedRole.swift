import Foundation
import SignedJSON

/// A role that is signed elsewhere, as it is carried from one signer to the next, and to where the repository is: see
/// ``TUFRepository/proposal(of:)`` and ``TUFRepository/accept(_:)``.
public struct TUFSignedRole: Hashable, Sendable, Codable {
    public var role: String
    public var metadata: Data
    /// The files of its targets, by path.
    public var targets: [String: Data]

    public init(role: String, metadata: Data, targets: [String: Data]) {
        self.role = role
        self.metadata = metadata
        self.targets = targets
    }

    /// Adds signatures, or replaces those of the same keys.
    mutating func add(_ added: [(id: ExactString, signature: Data)]) throws(TUFError) {
        guard !added.isEmpty else { return }
        guard case .object(var envelope)? = try? JSONValue(parsing: metadata),
            case .array(var signatures)? = envelope["signatures"]
        else { throw .malformed(role: role, "it has no list of signatures") }
        signatures.removeAll { value in
            guard case .object(let members) = value, case .string(let id)? = members["keyid"] else { return true }
            return added.contains { $0.id == ExactString(id) }
        }
        signatures += added.map { id, signature in
            .object(["keyid": .string(id.text), "sig": .string(signature.hexadecimal)])
        }
        envelope["signatures"] = .array(signatures)
        metadata = Data(JSONValue.object(envelope).readableBytes)
    }
}

/// How far the signing of a role is that is carried from one signer to the next.
public struct TUFSigningStatus: Hashable, Sendable {
    public let role: String
    public let version: Int
    public let expires: Date
    /// Who has to sign, each group for itself: for a root, those of the one before and those whom it names.
    public let groups: [Group]

    public struct Group: Hashable, Sendable {
        public let threshold: Int
        /// The ids of keys that have signed, and of those that still may.
        public let signed: [String]
        public let unsigned: [String]
        /// How many signatures are missing.
        public var missing: Int { max(0, threshold - signed.count) }
    }

    public var isComplete: Bool { groups.allSatisfy { $0.missing == 0 } }
}
