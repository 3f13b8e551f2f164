import Crypto
import Foundation
import SignedJSON

/// The digests of a file. At least one must be of a known kind, and all of known kinds must match.
struct FileDigests: Hashable, Sendable {
    private let known: [ExactString: String]

    init(_ fields: MetadataFields) throws(TUFError) {
        var known: [ExactString: String] = [:]
        for name in ["sha256", "sha512"] as [ExactString] where fields.has(name) {
            known[name] = try fields.string(name)
        }
        guard !known.isEmpty else { throw .malformed(role: fields.role, "there is no digest of a known kind") }
        self.known = known
    }

    func match(_ data: Data) -> Bool {
        known.allSatisfy { name, digest in
            digest.lowercased()
                == (name == "sha256" ? SHA256.hash(data: data).hexadecimal : SHA512.hash(data: data).hexadecimal)
        }
    }

    /// The digest with which a file's name begins in a repository with consistent snapshots.
    var prefix: String { known["sha256"] ?? known["sha512"] ?? "" }
}
