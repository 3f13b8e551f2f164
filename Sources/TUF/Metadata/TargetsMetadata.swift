import Foundation
import SignedJSON

/// A file that a repository gives.
public struct TargetFile: Hashable, Sendable {
    public let path: String
    /// In bytes.
    public let length: Int
    /// What the repository says beside, or nil.
    public let custom: JSONValue?
    let digests: FileDigests

    init(_ path: String, _ value: JSONValue, of role: String) throws(TUFError) {
        let fields = try MetadataFields(value, of: role, "a target")
        self.path = path
        length = try fields.integer("length", atLeast: 0)
        digests = try FileDigests(fields.object("hashes"))
        custom = fields.members["custom"]
    }

    /// Makes sure that a file is this target.
    func verify(_ data: Data) throws(TUFError) {
        guard data.count == length else { throw .wrongLength(path, expected: length, found: data.count) }
        guard digests.match(data) else { throw .wrongDigest(path) }
    }
}

/// Which files there are, and to whom others are left.
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
