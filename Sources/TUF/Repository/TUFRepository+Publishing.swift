import Crypto
import DurableFiles
import Foundation
import SignedJSON

extension TUFRepository {
    /// Writes what has changed: the root, roles of targets, the snapshot, and last the timestamp, which are signed anew in
    /// any case.
    ///
    /// - Throws: ``TUFError/keysMissing(role:)``, ``TUFError/storage(_:)``, ``TUFError/changedElsewhere(version:)``, or what
    ///   signing throws; then what was published before still is.
    /// - Complexity: O(*n* log *n*) in the roles, and O(*m*) in the targets of those that have changed.
    public mutating func publish() throws {
        guard isCurrent else { throw TUFError.changedElsewhere(version: timestampVersion) }
        // A root that is written is good at once, whatever becomes of the rest.
        if let plan = nextRoot { try publishRoot(plan) }
        let before = self
        do {
            try publishChanges()
        } catch {
            self = before
            throw error
        }
    }

    /// Whether the directory still holds what this value knows: another process may have published since.
    public var isCurrent: Bool {
        guard let data = FileManager.default.contents(atPath: file("timestamp.json").path) else { return true }
        let next = file("\((root?.version ?? 0) + 1).root.json").path
        return (try? TimestampMetadata(parsing: data).metadata.signed.version) == timestampVersion
            && !FileManager.default.fileExists(atPath: next)
    }

    private mutating func publishChanges() throws {
        var files = newFiles.map { ($0.value, URL(filePath: directory.path + "/targets/" + $0.key)) }
        for (name, content) in changed.sorted(by: { $0.key < $1.key }) {
            let version = (versions[name] ?? 0) + 1
            let data = try sign(content, as: name, version: version)
            files.append((data, file("\(version).\(FileName.quoted(name.text)).json")))
            versions[name] = version
        }
        snapshotVersion += 1
        let listed = versions.filter { $0.value > 0 }.map {
            (ExactString($0.key.text + ".json"), JSONValue.object(["version": .integer($0.value)]))
        }
        let snapshot = try sign(
            ["meta": .object(Dictionary(listed) { _, last in last })], "snapshot", snapshotVersion, as: "snapshot",
            by: root?.keys(of: "snapshot")
        )
        files.append((snapshot, file("\(snapshotVersion).snapshot.json")))
        try write(files)
        changed = [:]
        newFiles = [:]
        try publishTimestamp(of: snapshot)
    }

    private mutating func publishTimestamp(of snapshot: Data) throws {
        timestampVersion += 1
        let announced: [ExactString: JSONValue] = [
            "version": .integer(snapshotVersion), "length": .integer(snapshot.count),
            "hashes": .object(["sha256": .string(SHA256.hash(data: snapshot).hexadecimal)]),
        ]
        let timestamp = try sign(
            ["meta": .object(["snapshot.json": .object(announced)])], "timestamp", timestampVersion, as: "timestamp",
            by: root?.keys(of: "timestamp")
        )
        try write([(timestamp, file("timestamp.json"))])
    }

    /// Replaces the keys of the top-level roles. The next root is signed by those who signed the one before, too, so their
    /// signers have to be at hand.
    public mutating func rotate(to plan: TUFRepositoryPlan, signers added: [Signer] = []) throws {
        for signer in added { signers[.init(signer.key.id)] = signer }
        nextRoot = plan
        for (name, role) in plan.all { lifetimes[name] = role.lifetime }
        keys["targets"] = RoleKeys(plan.targets)
        changed["targets"] = try content(of: "targets")
        try publish()
    }

    /// Signs the root anew as it is, so that it is good for longer.
    public mutating func renewRoot() throws {
        guard let root else { throw TUFError.noRoot }
        var members: [ExactString: JSONValue] = [:]
        if case .object(let fields) = root.metadata.fields { members = fields }
        try writeRoot(members, signedFor: [root])
    }

    private mutating func publishRoot(_ plan: TUFRepositoryPlan) throws {
        let members: [ExactString: JSONValue] = [
            "consistent_snapshot": .bool(true), "keys": TUFRolePlan.keys(of: plan.all.map(\.role)),
            "roles": .object(Dictionary(plan.all.map { ($0.name, .object($0.role.members)) }) { _, last in last }),
        ]
        try writeRoot(members, signedFor: root.map { [$0] } ?? [], plan: plan.root)
        nextRoot = nil
    }

    /// Writes the next root, signed for itself and for those before it.
    private mutating func writeRoot(
        _ members: [ExactString: JSONValue], signedFor roots: [RootMetadata], plan: TUFRolePlan? = nil
    ) throws {
        let version = (root?.version ?? 0) + 1
        var ids: [ExactString] = plan.map { RoleKeys($0).ids } ?? []
        for root in roots { ids += try root.keys(of: "root").ids.filter { !ids.contains($0) } }
        let data = try envelope(members, "root", version, by: ids.compactMap { signers[$0] })
        let next = try RootMetadata(parsing: data)
        // Nothing is written that a client would not follow.
        for keys in try roots.map({ try $0.keys(of: "root") }) + [next.keys(of: "root")]
        where (try? next.metadata.verify(keys)) == nil { throw TUFError.keysMissing(role: "root") }
        try write([(data, file("\(version).root.json"))])
        root = next
    }

    /// Signs for a role of targets.
    mutating func sign(_ content: TargetsContent, as role: ExactString, version: Int) throws -> Data {
        var members: [ExactString: JSONValue] = ["targets": .object(content.targets)]
        members["delegations"] = content.delegations
        return try sign(members, "targets", version, as: role, by: keys[role])
    }

    /// Signs for a role.
    private mutating func sign(
        _ members: [ExactString: JSONValue], _ type: String, _ version: Int, as role: ExactString, by keys: RoleKeys?
    ) throws -> Data {
        guard let keys else { throw TUFError.unlisted(role: role.text) }
        let able = keys.ids.compactMap { signers[$0] }
        guard able.count >= keys.threshold else { throw TUFError.keysMissing(role: role.text) }
        expiries[role] = now().addingTimeInterval(lifetime(of: role))
        return try envelope(members, type, version, as: role, by: able)
    }

    private func envelope(
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

    func write(_ files: [(data: Data, url: URL)]) throws(TUFError) {
        do {
            for folder in Set(files.map { $0.url.deletingLastPathComponent() }) { try DurableFile.makeFolder(folder) }
            try DurableFile.write(files)
        } catch {
            throw .storage(error.localizedDescription)
        }
    }
}
