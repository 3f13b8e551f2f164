import Crypto
import Foundation
import SignedJSON

/// A metadata file as other metadata announces it: its version and, optionally, its length and digests.
///
/// Source: TUF specification, section 4.4.
struct AnnouncedFile: Sendable {
    let version: Int
    let length: Int?
    let digests: FileDigests?

    init(_ value: JSONValue?, of role: String, upTo last: Int = MetadataHeader.lastVersion) throws(TUFError) {
        let fields = try MetadataFields(value, of: role, "an entry")
        version = try fields.integer("version", atLeast: 1, atMost: last)
        length = fields.has("length") ? try fields.integer("length", atLeast: 0) : nil
        digests = fields.has("hashes") ? try FileDigests(fields.object("hashes")) : nil
    }

    /// Verifies that a file is the announced one.
    func verify(_ data: Data, _ name: String) throws(TUFError) {
        if let length, data.count != length { throw .wrongLength(name, expected: length, found: data.count) }
        if let digests, !digests.match(data) { throw .wrongDigest(name) }
    }
}
