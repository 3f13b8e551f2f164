import Foundation
import SignedJSON

/// The metadata of the root role: the keys of the top-level roles.
///
/// Source: TUF specification, section 4.3.
struct RootMetadata: Sendable {
    static let name = "root"

    let metadata: SignedMetadata
    /// Whether the names of metadata files begin with their version, and those of targets with their digest.
    let hasConsistentSnapshots: Bool
    private let roles: [ExactString: RoleKeys]

    init(parsing data: Data) throws(TUFError) {
        metadata = try SignedMetadata(parsing: data, as: Self.name, type: Self.name)
        let fields = try MetadataFields(metadata.fields, of: Self.name, "the metadata")
        hasConsistentSnapshots = fields.has("consistent_snapshot") ? try fields.bool("consistent_snapshot") : false
        let keys = try RoleKeys.keys(fields)
        let listed = try fields.object("roles")
        var roles: [ExactString: RoleKeys] = [:]
        for name in ["root", "timestamp", "snapshot", "targets"] as [ExactString] {
            roles[name] = try RoleKeys(listed.object(name), keys: keys)
        }
        self.roles = roles
    }

    var version: Int { metadata.signed.version }

    /// The keys of a top-level role.
    func keys(of role: ExactString) throws(TUFError) -> RoleKeys {
        guard let keys = roles[role] else { throw .unlisted(role: role.text) }
        return keys
    }
}
