import Crypto
import Foundation
import SignedJSON

extension TUFRepository {
    /// Makes sure of what lies in the directory, as a client would: every root is signed by those of the one before and by its own, and
    /// each of these roles by those to whom it was left. Opening a repository does not look at signatures.
    ///
    /// - Parameter roles: Roles of targets, each after the one that delegates to it.
    /// - Throws: ``TUFError``.
    /// - Complexity: Reads each of them, and all roots.
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

    /// The digest of what the first root says, whoever has signed it: what tells this repository from others.
    public func firstRootDigest() throws(TUFError) -> String {
        SHA256.hash(data: try RootMetadata(parsing: read("1.root.json")).metadata.bytes).hexadecimal
    }

    /// The versions of roles, and of the root.
    public func versions(of roles: [String]) throws(TUFError) -> [String: Int] {
        var found = ["root": root?.version ?? 0]
        for role in roles { found[role] = versions[.init(role)] ?? 0 }
        return found
    }

    /// What the metadata of the root or a role of targets says, as it was taken in or is published.
    public func fields(of role: String) throws(TUFError) -> [ExactString: JSONValue] {
        let value = role == "root" ? root?.metadata.fields : try metadata(of: .init(role)).metadata.fields
        guard case .object(let members)? = value else { throw .unlisted(role: role) }
        return members
    }

    /// How far a proposal is signed, with an entry for each of its roles; see ``status(of:)``.
    public func fullStatus(of proposal: [TUFSignedRole]) throws(TUFError) -> [TUFSigningStatus] {
        let statuses = try status(of: proposal)
        if statuses.count == proposal.count { return statuses }
        // A root that is here already says nothing new.
        guard let root, proposal.count == statuses.count + 1, proposal.first?.role == "root" else {
            throw .malformed(role: "root", "it appears twice")
        }
        let known = TUFSigningStatus(
            role: "root", version: root.version, expires: root.metadata.signed.expires, groups: [])
        return [known] + statuses
    }
}
