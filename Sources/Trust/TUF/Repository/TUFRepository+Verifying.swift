import Crypto
import Foundation
import SignedJSON

extension TUFRepository {
    /// Verifies what the directory contains, as a client would: every root is signed by the keys of the one before and
    /// by its own, and each of these roles by the keys of the role that delegates to it. Opening a repository does not
    /// verify signatures.
    ///
    /// - Parameter roles: Roles of targets, each after the one that delegates to it.
    /// - Throws: ``TUFError``.
    /// - Complexity: Reads the files of these roles, and all roots.
    public func verify(_ roles: [String]) throws(TUFError) {
        var trusted = try RootMetadata(parsing: read("1.root.json"))
        try trusted.metadata.verify(trusted.keys(of: "root"))
        guard trusted.version == 1 else { throw .wrongVersion(role: "root", expected: 1, found: trusted.version) }
        while trusted.version < writtenRoot {
            let next = try RootMetadata(parsing: read("\(trusted.version + 1).root.json"))
            try next.metadata.verify(trusted.keys(of: "root"))
            try next.metadata.verify(next.keys(of: "root"))
            guard next.version == trusted.version + 1 else {
                throw .wrongVersion(role: "root", expected: trusted.version + 1, found: next.version)
            }
            trusted = next
        }
        for role in roles {
            let name = ExactString(role)
            guard let keys = keys[name] else { throw .unlisted(role: role) }
            let metadata = try metadata(of: name).metadata
            try metadata.verify(keys)
            guard metadata.signed.version == versions[name] else {
                throw .wrongVersion(role: role, expected: versions[name] ?? 0, found: metadata.signed.version)
            }
        }
    }

    /// The digest of the first root's signed content, for any signer, which distinguishes this repository from
    /// others.
    public func firstRootDigest() throws(TUFError) -> String {
        SHA256.hash(data: try RootMetadata(parsing: read("1.root.json")).metadata.bytes).hexadecimal
    }

    /// The versions of these roles and of the root; 0 for roles that do not exist or were never published.
    public func versions(of roles: [String]) throws(TUFError) -> [String: Int] {
        var found = ["root": root?.version ?? 0]
        for role in roles { found[role] = versions[.init(role)] ?? 0 }
        return found
    }

    /// The members of the metadata of the root or a role of targets, as accepted or as published.
    public func fields(of role: String) throws(TUFError) -> [ExactString: JSONValue] {
        let value = role == "root" ? root?.metadata.fields : try metadata(of: .init(role)).metadata.fields
        guard case .object(let members)? = value else { throw .unlisted(role: role) }
        return members
    }

    /// How far a proposal is signed, with an entry for each of its roles; see ``status(of:)``.
    public func fullStatus(of proposal: [TUFSignedRole]) throws(TUFError) -> [TUFSigningStatus] {
        let statuses = try status(of: proposal)
        if statuses.count == proposal.count { return statuses }
        // A root that is already here is not in the statuses.
        guard let root, proposal.count == statuses.count + 1, proposal.first?.role == "root" else {
            throw .malformed(role: "root", "it appears twice")
        }
        let known = TUFSigningStatus(
            role: "root", version: root.version, expires: root.metadata.signed.expires, groups: [])
        return [known] + statuses
    }
}
