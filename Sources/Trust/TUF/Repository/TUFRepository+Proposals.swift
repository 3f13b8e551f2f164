import Foundation
import SignedJSON

/// Changes that are signed by several people, each on a separate machine.
///
/// One of them proposes the change and signs it, the others add their signatures to the same bytes, and then the
/// repository accepts it:
///
/// ```swift
/// try repository.renewRoot()
/// var roles = try repository.proposal { $0 == "root" }
/// try another.sign(&roles)  // elsewhere, with a copy of the repository
/// try repository.accept(roles)
/// try repository.publish()
/// ```
extension TUFRepository {
    /// The changes, signed with the available keys, even if they are too few. Nothing is written.
    ///
    /// - Parameter isIncluded: Whether a role is part of the proposal; the others are left to the person who accepts
    ///   it.
    /// - Returns: The root first, and each role after the one that delegates to it.
    /// - Throws: ``TUFError``, or any error from signing.
    public func proposal(of isIncluded: (_ role: String) -> Bool) throws -> [TUFSignedRole] {
        var draft = self
        var roles: [TUFSignedRole] = []
        if let change = nextRoot, isIncluded("root") {
            let data = try draft.draftedRoot(change)
            roles.append(TUFSignedRole(role: "root", metadata: data, targets: [:]))
            try draft.follow(RootMetadata(parsing: data), data)
        }
        for role in draft.rekeyed where draft.changed[role] == nil && isIncluded(role.text) {
            if let metadata = try? draft.metadata(of: role).metadata, let keys = draft.keys[role],
                (try? metadata.verify(keys)) == nil
            {
                draft.changed[role] = try content(of: role)
            }
        }
        for name in try draft.inOrderOfDelegation(draft.changed.keys.filter { isIncluded($0.text) }) {
            guard let content = draft.changed[name], let keys = draft.keys[name] else { continue }
            var files: [String: Data] = [:]
            for path in content.targets.keys { files[path.text] = try target(path.text, in: name.text) }
            let version = try draft.version(after: versions[name] ?? 0, of: name.text)
            let data = try envelope(
                content.members, "targets", version, as: name, by: keys.ids.compactMap { signers[$0] })
            roles.append(TUFSignedRole(role: name.text, metadata: data, targets: files))
        }
        return roles
    }

    /// Sorts roles so that each comes after the one that delegates to it.
    private func inOrderOfDelegation(_ names: [ExactString]) throws(TUFError) -> [ExactString] {
        var depths: [ExactString: Int] = ["targets": 0]
        var queue: [ExactString] = ["targets"]
        while let role = queue.popLast() {
            guard let fields = try content(of: role).delegations else { continue }
            let delegations = try Delegations(MetadataFields(fields, of: role.text, "its delegations"))
            let below =
                delegations.roles.map { ExactString($0.name) } + (delegations.bins?.names.map { ExactString($0) } ?? [])
            for name in below where depths[name] == nil {
                depths[name] = (depths[role] ?? 0) + 1
                // Bins are leaves.
                if delegations.bins == nil { queue.append(name) }
            }
        }
        return names.sorted { (depths[$0] ?? .max, $0) < (depths[$1] ?? .max, $1) }
    }

    /// How far a proposal is signed.
    ///
    /// - Throws: ``TUFError`` if it is not a change to this repository in its current state.
    public func status(of proposal: [TUFSignedRole]) throws(TUFError) -> [TUFSigningStatus] {
        var draft = self
        var statuses: [TUFSigningStatus] = []
        for role in proposal {
            guard let (metadata, groups) = try draft.take(role, verifying: false) else { continue }
            statuses.append(
                TUFSigningStatus(
                    role: role.role, version: metadata.signed.version, expires: metadata.signed.expires,
                    groups: groups.map { keys in
                        let signed = metadata.signers(among: keys)
                        return .init(
                            threshold: keys.threshold, signed: signed.map(\.text),
                            unsigned: keys.ids.filter { !signed.contains($0) }.map(\.text))
                    }))
        }
        return statuses
    }

    /// The repository as it would be after a proposal, whether or not it is signed, for inspection.
    public func following(_ proposal: [TUFSignedRole]) throws(TUFError) -> TUFRepository {
        var draft = self
        for role in proposal { _ = try draft.take(role, verifying: false) }
        return draft
    }

    /// Signs a proposal with the available keys that sign for its roles and have not yet.
    ///
    /// - Returns: The number of signatures that each key has added, by its id.
    /// - Throws: ``TUFError`` if it is not a change to this repository in its current state, or any error from signing.
    public func sign(_ proposal: inout [TUFSignedRole]) throws -> [String: Int] {
        var draft = self
        var counts: [String: Int] = [:]
        var signed = proposal
        for index in signed.indices {
            guard let (metadata, groups) = try draft.take(signed[index], verifying: false) else { continue }
            let ids = Set(groups.flatMap { keys in keys.ids.filter { signers[$0] != nil } })
                .subtracting(groups.flatMap { metadata.signers(among: $0) })
            try signed[index].add(
                ids.sorted().compactMap { id in
                    try signers[id].map { (id, try $0.sign(metadata.bytes)) }
                })
            for id in ids { counts[id.text, default: 0] += 1 }
        }
        proposal = signed
        return counts
    }

    /// Accepts what was signed elsewhere: all of it, or nothing. It is written, and takes effect, with the next
    /// ``publish(onWait:)``.
    ///
    /// A root that is already here is skipped: a process may have been killed after writing it.
    ///
    /// - Throws: ``TUFError`` for a role that is not signed by its keys, is not the next version, has expired, or lists
    ///   a target whose file is neither in the repository nor in the proposal.
    public mutating func accept(_ proposal: [TUFSignedRole]) throws(TUFError) {
        var next = self
        for role in proposal { _ = try next.take(role, verifying: true) }
        self = next
    }

    /// Accepts one role.
    public mutating func accept(_ data: Data, as role: String, targets: [String: Data] = [:]) throws(TUFError) {
        try accept([TUFSignedRole(role: role, metadata: data, targets: targets)])
    }

    /// - Returns: The metadata, and the groups of keys that must sign it; nil for a root that is already here.
    private mutating func take(
        _ role: TUFSignedRole, verifying: Bool
    ) throws(TUFError) -> (metadata: SignedMetadata, groups: [RoleKeys])? {
        role.role == "root" ? try takeRoot(role.metadata, verifying) : try takeTargets(role, verifying)
    }

    private mutating func takeRoot(
        _ data: Data, _ verifying: Bool
    ) throws(TUFError) -> (metadata: SignedMetadata, groups: [RoleKeys])? {
        let next = try RootMetadata(parsing: data)
        if let root, root.version == next.version {
            guard root.version > 1 || root.metadata.bytes == next.metadata.bytes else { throw .alreadyBegun }
            if root.metadata.bytes == next.metadata.bytes { return nil }
        }
        let groups = try keysOfRoot(next)
        if verifying { for keys in groups { try next.metadata.verify(keys) } }
        let expected = (root?.version ?? 0) + 1
        guard next.version == expected else {
            throw .wrongVersion(role: "root", expected: expected, found: next.version)
        }
        guard next.metadata.signed.expires > now() else {
            throw .expired(role: "root", next.metadata.signed.expiresText)
        }
        try follow(next, data)
        nextRoot = nil
        return (next.metadata, groups)
    }

    private mutating func takeTargets(
        _ proposed: TUFSignedRole, _ verifying: Bool
    ) throws(TUFError) -> (metadata: SignedMetadata, groups: [RoleKeys]) {
        let role = proposed.role
        let name = ExactString(role)
        guard let keys = keys[name], let version = versions[name] else { throw .unlisted(role: role) }
        let metadata = try TargetsMetadata(parsing: proposed.metadata, as: role)
        if verifying { try metadata.metadata.verify(keys) }
        let header = metadata.metadata.signed
        let expected = try self.version(after: version, of: role)
        // Versions that restart do so from the current time, which has advanced since the proposal was signed.
        guard header.version == expected || version >= MetadataHeader.lastVersion && header.version < expected else {
            throw .wrongVersion(role: role, expected: expected, found: header.version)
        }
        guard header.expires > now() else { throw .expired(role: role, header.expiresText) }
        var added: [String: Data] = [:]
        for (path, target) in metadata.targets {
            let address = TargetAddress.text(path.text, digest: target.digests.prefix)
            guard TUFClient.isTargetPath(path.text) else { throw .badTargetPath(path.text) }
            if let contents = proposed.targets[path.text] {
                try target.verify(contents)
                added[address] = contents
            } else if newFiles[address] == nil {
                guard try storage.contains("targets/" + address) else { throw .unknownTarget(path.text) }
            }
        }
        newFiles.merge(added) { _, new in new }
        taken["\(header.version).\(FileName.quoted(role)).json"] = proposed.metadata
        versions[name] = header.version
        expiries[name] = header.expires
        changed[name] = nil
        if let delegations = metadata.delegations {
            guard (delegations.bins?.bits ?? 0) <= Self.mostBits else {
                throw .malformed(role: role, "it delegates to more than \(1 << Self.mostBits) bins")
            }
            follow(delegations, of: name)
        }
        return (metadata.metadata, [keys])
    }

    /// The maximum number of bins of a role that was signed elsewhere, as a power of two.
    private static let mostBits = 16

    /// Records the delegations of an accepted role. Roles that are new exist from then on, empty.
    private mutating func follow(_ delegations: Delegations, of role: ExactString) {
        var delegated = delegations.roles.map { (ExactString($0.name), $0.keys) }
        bins[role] = delegations.bins
        if let bins = delegations.bins { delegated += bins.names.map { (ExactString($0), bins.keys) } }
        for (name, keys) in delegated {
            setKeys(keys, of: name)
            guard versions[name] == nil else { continue }
            versions[name] = 0
            changed[name] = TargetsContent()
        }
    }
}
