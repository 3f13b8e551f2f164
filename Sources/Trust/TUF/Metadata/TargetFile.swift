import Foundation
import SignedJSON

/// A file that a repository provides, as its metadata lists it.
public struct TargetFile: Hashable, Sendable {
    /// The path that identifies the target.
    public let path: String
    /// The length of the file, in bytes.
    public let length: Int
    /// Additional data about the target, or `nil` without any.
    public let custom: JSONValue?
    let digests: FileDigests

    init(_ path: String, _ value: JSONValue, of role: String) throws(TUFError) {
        let fields = try MetadataFields(value, of: role, "a target")
        self.path = path
        length = try fields.integer("length", atLeast: 0)
        digests = try FileDigests(fields.object("hashes"))
        custom = fields.members["custom"]
    }

    /// Verifies that `data` is this target.
    func verify(_ data: Data) throws(TUFError) {
        guard data.count == length else { throw .wrongLength(path, expected: length, found: data.count) }
        guard digests.match(data) else { throw .wrongDigest(path) }
    }
}
