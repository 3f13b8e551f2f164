import AtollTerminal
import AtollTrust
import DurableFiles
import Foundation
import TUF

/// A record, stored with a signer's keys, of the repositories that they sign for and the versions that they have seen.
/// Nothing else vouches for the copy of a repository on which they sign.
struct SignerMemory {
    /// The versions of roles that were signed or seen, by the digest of the repository's first root.
    private var known: [String: [String: Int]]
    private let file: URL

    init(_ ring: KeyRing) throws {
        file = ring.url.appending(path: "repositories-signed.json")
        known = [:]
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        known = try JSONDecoder().decode([String: [String: Int]].self, from: Data(contentsOf: file))
    }

    /// Checks that a copy is of a repository that these keys sign for, verified from its first root down, and not older
    /// than one seen before. The first repository is trusted on first use.
    func check(_ ceremony: TrustCeremony, mayBeNew: Bool) throws {
        do throws(TUFError) {
            try ceremony.verify()
        } catch {
            throw Failure(
                "Nothing was signed: this copy of the repository is not what owners and reviewers have signed. \(error)"
            )
        }
        let (repository, versions) = try ceremony.fingerprint()
        guard let seen = known[repository] else {
            guard known.isEmpty || mayBeNew else {
                throw Failure(
                    """
                    Nothing was signed: this is a copy of another repository (\(repository.prefix(32))) than those \
                    that you have signed for. To sign for it, use --new-repository.
                    """)
            }
            return
        }
        for (role, version) in seen.sorted(by: { $0.key < $1.key }) {
            guard let found = versions[role], found >= version else {
                throw Failure(
                    """
                    Nothing was signed: this copy is old. It has version \(versions[role] ?? 0) of \(role), and you \
                    have seen version \(version). Copy the repository from the Center again.
                    """)
            }
        }
    }

    /// Records the versions of a repository that was seen.
    mutating func remember(_ ceremony: TrustCeremony) throws {
        let (repository, versions) = try ceremony.fingerprint()
        try remember(repository, versions)
    }

    mutating func remember(_ repository: String, _ versions: [String: Int]) throws {
        known[repository, default: [:]].merge(versions) { max($0, $1) }
        try DurableFile.makeFolder(file.deletingLastPathComponent())
        try DurableFile.write(JSONEncoder().encode(known), to: file, permissions: 0o600)
    }
}
