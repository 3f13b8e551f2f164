import Foundation
import SignedJSON

extension TUFRepository {
    /// Replaces the keys of the top-level roles with the next ``publish(onWait:)``. The next root is also signed by the
    /// keys of the one before, and every role whose keys have changed is signed again.
    public mutating func setKeys(of plan: TUFRepositoryPlan) {
        nextRoot = .plan(plan)
        for (name, role) in plan.all { lifetimes[name] = role.lifetime }
        setKeys(RoleKeys(plan.targets), of: "targets")
    }

    /// Adds signers to the available ones.
    public mutating func add(_ added: [Signer]) {
        for signer in added { signers[.init(signer.key.id)] = signer }
    }

    /// The keys, threshold and lifetime of a role, or nil if the role is unknown.
    public func plan(of role: String) -> TUFRolePlan? {
        let name = ExactString(role)
        let keys = ["root", "timestamp", "snapshot"].contains(role) ? try? root?.keys(of: name) : self.keys[name]
        return keys.flatMap { keys in
            let known = keys.ids.compactMap { keys.keys[$0] }
            guard (1...max(1, known.count)).contains(keys.threshold) else { return nil }
            return TUFRolePlan(known, threshold: keys.threshold, lifetime: lifetime(of: name))
        }
    }

    /// Signs the root again without changes, so that it is valid for longer, with the next ``publish(onWait:)``.
    ///
    /// - Throws: ``TUFError/noRoot``.
    public mutating func renewRoot() throws(TUFError) {
        guard root != nil else { throw .noRoot }
        if nextRoot == nil { nextRoot = .renewed }
    }

    /// Creates the next root, signed by its own keys and by those of the one before.
    ///
    /// - Throws: ``TUFError/keysMissing(role:)`` if clients would not follow it.
    mutating func makeRoot(_ change: RootChange) throws {
        let data = try draftedRoot(change)
        let next = try RootMetadata(parsing: data)
        for keys in try keysOfRoot(next) where (try? next.metadata.verify(keys)) == nil {
            throw TUFError.keysMissing(role: "root")
        }
        try follow(next, data)
    }

    /// The next root, signed with the available keys, even if they are too few.
    func draftedRoot(_ change: RootChange) throws -> Data {
        var members: [ExactString: JSONValue] = [:]
        var ids: [ExactString] = []
        switch change {
        case .renewed:
            if case .object(let fields)? = root?.metadata.fields { members = fields }
        case .plan(let plan):
            members = [
                "consistent_snapshot": .bool(true), "keys": TUFRolePlan.keys(of: plan.all.map(\.role)),
                "roles": .object(Dictionary(plan.all.map { ($0.name, .object($0.role.members)) }) { _, last in last }),
            ]
            ids = RoleKeys(plan.root).ids
        }
        ids += try root?.keys(of: "root").ids.filter { !ids.contains($0) } ?? []
        let version = (root?.version ?? 0) + 1
        guard version <= MetadataHeader.lastVersion else { throw TUFError.lastVersion(role: "root") }
        return try envelope(members, "root", version, by: ids.compactMap { signers[$0] })
    }

    /// The groups of keys that must sign a root: those of the previous root, if there is one, and those that it lists
    /// itself.
    func keysOfRoot(_ next: RootMetadata) throws(TUFError) -> [RoleKeys] {
        var all: [RoleKeys] = []
        if let root { all.append(try root.keys(of: "root")) }
        all.append(try next.keys(of: "root"))
        return all
    }

    /// Makes a root the current one; the caller has checked that it may be.
    mutating func follow(_ next: RootMetadata, _ data: Data) throws(TUFError) {
        if let root {
            for role in ["timestamp", "snapshot"] as [ExactString]
            where try !root.keys(of: role).hasSameKeys(as: next.keys(of: role)) { isSuperseded = true }
        }
        taken["\(next.version).root.json"] = data
        root = next
        setKeys(try next.keys(of: "targets"), of: "targets")
    }

    /// Marks the roles whose keys have changed to be signed again; a role whose signers are not available must already
    /// be signed by the new keys.
    mutating func renewRekeyed() throws(TUFError) {
        for role in rekeyed where changed[role] == nil && (versions[role] ?? 0) > 0 {
            let metadata = try metadata(of: role).metadata
            guard let keys = keys[role], (try? metadata.verify(keys)) == nil else { continue }
            guard canSign(for: keys) else {
                try metadata.verify(keys)
                continue
            }
            changed[role] = try content(of: role)
        }
        // A version that no client accepts is replaced together with the keys that let versions restart.
        guard isSuperseded else { return }
        for (role, version) in versions
        where version > MetadataHeader.lastVersion && changed[role] == nil && canSign(for: keys[role]) {
            changed[role] = try content(of: role)
        }
    }

    /// Whether enough signers for these keys are available.
    func canSign(for keys: RoleKeys?) -> Bool {
        keys.map { keys in keys.ids.count { signers[$0] != nil } >= keys.threshold } ?? false
    }

    /// Signs for a role of targets.
    mutating func sign(_ content: TargetsContent, as role: ExactString, version: Int) throws -> Data {
        try sign(content.members, "targets", version, as: role, by: keys[role])
    }

    /// Signs for a role.
    mutating func sign(
        _ members: [ExactString: JSONValue], _ type: String, _ version: Int, as role: ExactString, by keys: RoleKeys?
    ) throws -> Data {
        guard let keys else { throw TUFError.unlisted(role: role.text) }
        guard canSign(for: keys) else { throw TUFError.keysMissing(role: role.text) }
        expiries[role] = now().addingTimeInterval(lifetime(of: role))
        return try envelope(members, type, version, as: role, by: keys.ids.compactMap { signers[$0] })
    }

    func envelope(
        _ members: [ExactString: JSONValue], _ type: String, _ version: Int, as role: ExactString? = nil,
        by signers: [Signer]
    ) throws -> Data {
        let header: [ExactString: JSONValue] = [
            "_type": .string(type), "spec_version": "1.0.31", "version": .integer(version),
            "expires": .string(Timestamp.text(now().addingTimeInterval(lifetime(of: role ?? .init(type))))),
        ]
        let content = JSONValue.object(members.merging(header) { $1 })
        let bytes = content.canonicalBytes
        let signatures = try signers.map { signer -> JSONValue in
            .object(["keyid": .string(signer.key.id), "sig": .string(try signer.sign(bytes).hexadecimal)])
        }
        return Data(JSONValue.object(["signed": content, "signatures": .array(signatures)]).readableBytes)
    }
}

extension TUFRepository.TargetsContent {
    /// The members of the role's metadata.
    var members: [ExactString: JSONValue] {
        var members: [ExactString: JSONValue] = ["targets": .object(targets)]
        members["delegations"] = delegations
        return members
    }
}
