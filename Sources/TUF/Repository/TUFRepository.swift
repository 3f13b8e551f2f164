import Crypto
import Foundation

/// A repository of The Update Framework, in a directory that any web server can give away as it lies: `metadata/` with a
/// file a role and version, and `targets/`, whose files begin with their digests.
///
/// Changes are gathered and published together: what changed is written, each file whole or not at all, and the timestamp
/// last, so that a client sees the repository before or after and never between.
///
/// Source: TUF specification 1.0, sections 4 and 6.
public struct TUFRepository {
    private let directory: URL
    private let now: @Sendable () -> Date
    private var plan: TUFRepositoryPlan
    private var rootVersion = 0
    private var snapshotVersion = 0
    private var timestampVersion = 0
    private var roles: [ExactString: Role] = [:]
    private var isRootChanged = true

    /// A role of targets.
    private struct Role {
        var plan: TUFRolePlan
        var version = 0
        var targets: [ExactString: JSONValue] = [:]
        var delegation: TUFDelegation?
        var isChanged = true
    }

    /// An empty repository. Nothing is written before ``publish()``.
    public init(in directory: URL, plan: TUFRepositoryPlan, now: @escaping @Sendable () -> Date = { Date() }) {
        self.directory = directory
        self.plan = plan
        self.now = now
        roles["targets"] = Role(plan: plan.targets)
    }

    /// Adds a target, or replaces it, in a role.
    ///
    /// - Parameter custom: What is to be said beside; see ``TargetFile/custom``.
    /// - Throws: ``TUFError/badTargetPath(_:)``, ``TUFError/unlisted(role:)`` for a role that nobody delegates to, or
    ///   ``TUFError/storage(_:)``.
    public mutating func addTarget(
        _ path: String, _ contents: Data, custom: JSONValue? = nil, to role: String = "targets"
    ) throws(TUFError) {
        guard TUFClient.isTargetPath(path) else { throw .badTargetPath(path) }
        guard roles[.init(role)] != nil else { throw .unlisted(role: role) }
        let digest = SHA256.hash(data: contents).hexadecimal
        var entry: [ExactString: JSONValue] = [
            "length": .integer(contents.count), "hashes": .object(["sha256": .string(digest)]),
        ]
        entry["custom"] = custom
        try write(contents, "targets/" + TargetAddress.text(path, digest: digest))
        roles[.init(role)]?.targets[.init(path)] = .object(entry)
        roles[.init(role)]?.isChanged = true
    }

    /// Removes a target from a role; its file stays for those who have older metadata.
    public mutating func removeTarget(_ path: String, from role: String = "targets") {
        guard roles[.init(role)]?.targets.removeValue(forKey: .init(path)) != nil else { return }
        roles[.init(role)]?.isChanged = true
    }

    /// Leaves targets of a role to others, which exist from then on, empty ones too.
    public mutating func delegate(_ delegation: TUFDelegation, from role: String = "targets") throws(TUFError) {
        guard roles[.init(role)] != nil else { throw .unlisted(role: role) }
        roles[.init(role)]?.delegation = delegation
        roles[.init(role)]?.isChanged = true
        switch delegation {
        case .roles(let delegated):
            for other in delegated where roles[.init(other.name)] == nil {
                roles[.init(other.name)] = Role(plan: other.plan)
            }
        case .bins(let prefix, let bits, let plan):
            for number in 0..<(1 << bits) {
                let name = ExactString(Delegations.Bins.name(number, prefix: prefix, bits: bits))
                if roles[name] == nil { roles[name] = Role(plan: plan) }
            }
        }
    }

    /// The bin of a target, where a role leaves its targets to bins.
    public func bin(of path: String, under role: String) -> String? {
        guard case .bins(let prefix, let bits, _)? = roles[.init(role)]?.delegation else { return nil }
        return Delegations.Bins.name(Delegations.Bins.number(of: path, bits: bits), prefix: prefix, bits: bits)
    }

    /// Replaces the plan of the top-level roles. The next root is signed by those who signed the one before, too.
    ///
    /// - Throws: What signing throws.
    public mutating func rotate(to plan: TUFRepositoryPlan) throws {
        let old = self.plan.root.signers
        self.plan = plan
        roles["targets"]?.plan = plan.targets
        roles["targets"]?.isChanged = true
        try publishRoot(alsoSignedBy: old)
    }

    /// Writes what has changed: roles of targets, the snapshot, and last the timestamp, which are signed anew in any case.
    ///
    /// - Throws: ``TUFError/storage(_:)``, or what signing throws.
    /// - Complexity: O(*n*) in the roles, and in the targets of those that have changed.
    public mutating func publish() throws {
        if isRootChanged { try publishRoot(alsoSignedBy: []) }
        for name in roles.keys.sorted() where roles[name]?.isChanged == true { try publish(name) }
        snapshotVersion += 1
        let listed = roles.map {
            (ExactString($0.key.text + ".json"), JSONValue.object(["version": .integer($0.value.version)]))
        }
        let snapshot = try sign(
            ["meta": .object(Dictionary(uniqueKeysWithValues: listed))], "snapshot", snapshotVersion, plan.snapshot,
            by: plan.snapshot.signers
        )
        try write(snapshot, "metadata/\(snapshotVersion).snapshot.json")
        timestampVersion += 1
        let announced: [ExactString: JSONValue] = [
            "version": .integer(snapshotVersion), "length": .integer(snapshot.count),
            "hashes": .object(["sha256": .string(SHA256.hash(data: snapshot).hexadecimal)]),
        ]
        let timestamp = try sign(
            ["meta": .object(["snapshot.json": .object(announced)])], "timestamp", timestampVersion, plan.timestamp,
            by: plan.timestamp.signers
        )
        try write(timestamp, "metadata/timestamp.json")
    }

    private mutating func publishRoot(alsoSignedBy others: [TUFSigner]) throws {
        rootVersion += 1
        var keys: [ExactString: JSONValue] = [:]
        var listed: [ExactString: JSONValue] = [:]
        for (name, role) in plan.all {
            for signer in role.signers { keys[.init(signer.key.id)] = signer.key.json }
            listed[name] = role.json
        }
        let known = Set(plan.root.signers.map(\.key.id))
        let root = try sign(
            ["consistent_snapshot": .bool(true), "keys": .object(keys), "roles": .object(listed)], "root", rootVersion,
            plan.root, by: plan.root.signers + others.filter { !known.contains($0.key.id) }
        )
        try write(root, "metadata/\(rootVersion).root.json")
        isRootChanged = false
    }

    private mutating func publish(_ name: ExactString) throws {
        guard var role = roles[name] else { return }
        role.version += 1
        role.isChanged = false
        var members: [ExactString: JSONValue] = ["targets": .object(role.targets)]
        members["delegations"] = role.delegation?.json
        let data = try sign(members, "targets", role.version, role.plan, by: role.plan.signers)
        try write(data, "metadata/\(role.version)." + FileName.quoted(name.text) + ".json")
        roles[name] = role
    }

    private func sign(
        _ members: [ExactString: JSONValue], _ type: String, _ version: Int, _ plan: TUFRolePlan,
        by signers: [TUFSigner]
    ) throws -> Data {
        let header: [ExactString: JSONValue] = [
            "_type": .string(type), "spec_version": .string("1.0.31"), "version": .integer(version),
            "expires": .string(MetadataTime.text(now().addingTimeInterval(plan.lifetime))),
        ]
        let content = JSONValue.object(members.merging(header) { $1 })
        let bytes = content.canonicalBytes
        let signatures = try signers.map { signer -> JSONValue in
            .object(["keyid": .string(signer.key.id), "sig": .string(try signer.sign(bytes).hexadecimal)])
        }
        return Data(JSONValue.object(["signed": content, "signatures": .array(signatures)]).readableBytes)
    }

    private func write(_ data: Data, _ name: String) throws(TUFError) {
        let file = URL(filePath: directory.path + "/" + name)
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try data.write(to: file, options: .atomic)
        } catch {
            throw .storage(error.localizedDescription)
        }
    }
}

extension TUFDelegation {
    fileprivate var json: JSONValue {
        switch self {
        case .roles(let delegated):
            var keys: [ExactString: JSONValue] = [:]
            let roles = delegated.map { name, paths, isTerminating, plan -> JSONValue in
                for signer in plan.signers { keys[.init(signer.key.id)] = signer.key.json }
                return .object([
                    "name": .string(name), "paths": .array(paths.map { .string($0) }),
                    "terminating": .bool(isTerminating), "threshold": .integer(plan.threshold),
                    "keyids": .array(plan.signers.map { .string($0.key.id) }),
                ])
            }
            return .object(["keys": .object(keys), "roles": .array(roles)])
        case .bins(let prefix, let bits, let plan):
            let keys = plan.signers.map { (ExactString($0.key.id), $0.key.json) }
            return .object([
                "keys": .object(Dictionary(keys) { first, _ in first }),
                "succinct_roles": .object([
                    "keyids": .array(plan.signers.map { .string($0.key.id) }), "threshold": .integer(plan.threshold),
                    "bit_length": .integer(bits), "name_prefix": .string(prefix),
                ]),
            ])
        }
    }
}
