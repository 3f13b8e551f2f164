import Foundation
import SignedJSON

/// A role that is signed elsewhere, as it is passed from one signer to the next and then to the repository: see
/// ``TUFRepository/proposal(of:)`` and ``TUFRepository/accept(_:)``.
public struct TUFSignedRole: Hashable, Sendable, Codable {
    /// The role's name.
    public var role: String
    /// The role's metadata file, with the signatures so far.
    public var metadata: Data
    /// The files of the role's targets, by path.
    public var targets: [String: Data]

    /// Creates a role from its parts, unchecked.
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
