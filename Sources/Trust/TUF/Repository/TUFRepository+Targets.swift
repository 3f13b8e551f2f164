import Crypto
import Foundation
import SignedJSON

extension TUFRepository {
    /// Adds a target to a role, or replaces it, with the next ``publish(onWait:)``.
    ///
    /// - Parameter custom: Additional data about the target; see ``TargetFile/custom``.
    /// - Throws: ``TUFError/badTargetPath(_:)``, or ``TUFError/unlisted(role:)`` for a role that no role delegates to.
    /// - Complexity: O(*n*) in the targets of the role, the first time that it is changed.
    public mutating func addTarget(
        _ path: String, _ contents: Data, custom: JSONValue? = nil, to role: String = "targets"
    ) throws(TUFError) {
        guard TUFClient.isTargetPath(path) else { throw .badTargetPath(path) }
        var content = try content(of: .init(role))
        let digest = SHA256.hash(data: contents).hexadecimal
        var entry: [ExactString: JSONValue] = [
            "length": .integer(contents.count), "hashes": .object(["sha256": .string(digest)]),
        ]
        entry["custom"] = custom
        newFiles[TargetAddress.text(path, digest: digest)] = contents
        content.targets[.init(path)] = .object(entry)
        changed[.init(role)] = content
    }

    /// Removes a target from a role, if the role lists it. Its file stays for clients with older metadata.
    public mutating func removeTarget(_ path: String, from role: String = "targets") throws(TUFError) {
        var content = try content(of: .init(role))
        guard content.targets.removeValue(forKey: .init(path)) != nil else { return }
        changed[.init(role)] = content
    }

    /// The bytes of a target in a role, or nil if the role does not list it.
    ///
    /// - Throws: ``TUFError``, also if the file does not match what the role lists.
    public func target(_ path: String, in role: String) throws(TUFError) -> Data? {
        guard versions[.init(role)] != nil, let entry = try content(of: .init(role)).targets[.init(path)] else {
            return nil
        }
        let target = try TargetFile(path, entry, of: role)
        let address = TargetAddress.text(path, digest: target.digests.prefix)
        var found = newFiles[address]
        if found == nil { found = try storage.read("targets/" + address) }
        guard let data = found else { throw .storage("\(address) is missing") }
        try target.verify(data)
        return data
    }

    /// The path of a target's file in the storage, or nil if the role does not list it.
    public func targetPath(_ path: String, in role: String) throws(TUFError) -> String? {
        guard versions[.init(role)] != nil, let entry = try content(of: .init(role)).targets[.init(path)] else {
            return nil
        }
        return "targets/" + TargetAddress.text(path, digest: try TargetFile(path, entry, of: role).digests.prefix)
    }

    /// The paths of the targets of a role, sorted.
    public func targets(of role: String) throws(TUFError) -> [String] {
        try content(of: .init(role)).targets.keys.map(\.text).sorted()
    }

    /// Delegates targets of a role to other roles, which exist from then on, even if they are empty.
    public mutating func delegate(_ delegation: TUFDelegation, from role: String = "targets") throws(TUFError) {
        var content = try content(of: .init(role))
        content.delegations = delegation.json
        changed[.init(role)] = content
        for (name, plan) in delegation.plans {
            setKeys(RoleKeys(plan), of: .init(name))
            lifetimes[.init(name)] = plan.lifetime
            guard versions[.init(name)] == nil else { continue }
            versions[.init(name)] = 0
            changed[.init(name)] = TargetsContent()
        }
        if case .bins(let prefix, let bits, let plan) = delegation {
            bins[.init(role)] = Delegations.Bins(keys: RoleKeys(plan), bits: bits, prefix: prefix)
        }
    }

    /// Sets the keys that sign for a role from now on; if they have changed, the role must be signed again.
    mutating func setKeys(_ new: RoleKeys, of role: ExactString) {
        if let old = keys[role], !(old.hasSameKeys(as: new) && old.threshold == new.threshold) { rekeyed.insert(role) }
        keys[role] = new
    }

    /// The bin of a target below a role, or nil if the role does not delegate to bins.
    public func bin(of path: String, under role: String) -> String? { bins[.init(role)]?.name(for: path) }

    /// The bins of a role in their order, or an empty list if it does not delegate to bins.
    public func bins(under role: String) -> [String] { bins[.init(role)]?.names ?? [] }
}
