import Foundation
import SignedJSON

/// The metadata of a role of targets: its targets and its delegations.
///
/// Source: TUF specification, section 4.5.
struct TargetsMetadata: Sendable {
    static let name = "targets"

    let metadata: SignedMetadata
    let targets: [ExactString: TargetFile]
    let delegations: Delegations?

    init(parsing data: Data, as role: String, upTo last: Int = MetadataHeader.lastVersion) throws(TUFError) {
        metadata = try SignedMetadata(parsing: data, as: role, type: Self.name, upTo: last)
        let fields = try MetadataFields(metadata.fields, of: role, "the metadata")
        var targets: [ExactString: TargetFile] = [:]
        for (path, value) in try fields.object("targets").members {
            targets[path] = try TargetFile(path.text, value, of: role)
        }
        self.targets = targets
        delegations = fields.has("delegations") ? try Delegations(fields.object("delegations")) : nil
    }
}
