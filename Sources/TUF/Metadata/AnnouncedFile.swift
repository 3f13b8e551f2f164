import Crypto
import Foundation
import SignedJSON

/// What metadata says about a file of metadata: its version, and where it says so its length and digests.
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

    /// Makes sure that a file is the announced one.
    func verify(_ data: Data, _ name: String) throws(TUFError) {
        if let length, data.count != length { throw .wrongLength(name, expected: length, found: data.count) }
        if let digests, !digests.match(data) { throw .wrongDigest(name) }
    }
}

/// The digests of a file, of which all that are known must be right, and at least one is known.
struct FileDigests: Hashable, Sendable {
    private let known: [ExactString: String]

    init(_ fields: MetadataFields) throws(TUFError) {
        var known: [ExactString: String] = [:]
        for name in ["sha256", "sha512"] as [ExactString] where fields.has(name) {
            known[name] = try fields.string(name)
        }
        guard !known.isEmpty else { throw .malformed(role: fields.role, "no digest of a known kind is given") }
        self.known = known
    }

    func match(_ data: Data) -> Bool {
        known.allSatisfy { name, digest in
            digest.lowercased()
                == (name == "sha256" ? SHA256.hash(data: data).hexadecimal : SHA512.hash(data: data).hexadecimal)
        }
    }

    /// The digest that a file's name begins with in a repository with consistent snapshots.
    var prefix: String { known["sha256"] ?? known["sha512"] ?? "" }
}
