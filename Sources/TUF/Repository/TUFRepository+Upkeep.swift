import Foundation
import SignedJSON

/// How a role stands.
public struct TUFRoleStatus: Hashable, Sendable {
    public let role: String
    public let version: Int
    /// Until when it is good.
    public let expires: Date
    /// Whether the keys that sign for it are at hand.
    public let canBeSigned: Bool
}

extension TUFRepository {
    /// How a role stands.
    ///
    /// - Complexity: Reads the role's file, the first time.
    public mutating func status(of role: String) throws(TUFError) -> TUFRoleStatus {
        let (header, keys): (MetadataHeader, RoleKeys?)
        switch role {
        case "root":
            guard let root else { throw .noRoot }
            (header, keys) = (root.metadata.signed, try root.keys(of: "root"))
        case "timestamp":
            header = try TimestampMetadata(parsing: read("timestamp.json")).metadata.signed
            keys = try root?.keys(of: "timestamp")
        case "snapshot":
            header = try SnapshotMetadata(parsing: read("\(snapshotVersion).snapshot.json")).metadata.signed
            keys = try root?.keys(of: "snapshot")
        default:
            let name = ExactString(role)
            let canBeSigned = canSign(for: self.keys[name])
            if let expires = expiries[name], let version = versions[name] {
                return TUFRoleStatus(role: role, version: version, expires: expires, canBeSigned: canBeSigned)
            }
            header = try metadata(of: name).metadata.signed
            expiries[name] = header.expires
            keys = self.keys[name]
        }
        return TUFRoleStatus(
            role: role, version: header.version, expires: header.expires, canBeSigned: canSign(for: keys))
    }

    /// The names of all roles.
    public var roles: [String] { ["root", "snapshot", "timestamp"] + versions.keys.map(\.text).sorted() }

    private func canSign(for keys: RoleKeys?) -> Bool {
        keys.map { keys in keys.ids.count { signers[$0] != nil } >= keys.threshold } ?? false
    }

    /// Has a role of targets signed anew with the next ``publish()``, as it is.
    public mutating func renew(_ role: String) throws(TUFError) {
        changed[.init(role)] = try content(of: .init(role))
    }

    /// Whether anything waits for ``publish()``.
    public var isChanged: Bool { !changed.isEmpty || nextRoot != nil }

    /// Takes metadata that was signed elsewhere: the root, or a role of targets with the files of its new targets. It is
    /// good from the next ``publish()`` on; a root at once.
    ///
    /// - Throws: ``TUFError`` for what is not signed by the keys of the role, is not the next version, is out of date, or
    ///   speaks of a target that is neither here nor in `targets`.
    public mutating func accept(_ data: Data, as role: String, targets files: [String: Data] = [:]) throws(TUFError) {
        guard role != "root" else { return try acceptRoot(data) }
        let name = ExactString(role)
        guard let keys = keys[name], let version = versions[name] else { throw .unlisted(role: role) }
        let metadata = try TargetsMetadata(parsing: data, as: role)
        try metadata.metadata.verify(keys)
        let header = metadata.metadata.signed
        guard header.version == version + 1 else {
            throw .wrongVersion(role: role, expected: version + 1, found: header.version)
        }
        guard header.expires > now() else { throw .expired(role: role, header.expiresText) }
        var added: [(Data, URL)] = []
        for (path, target) in metadata.targets {
            let file = URL(
                filePath: directory.path + "/targets/" + TargetAddress.text(path.text, digest: target.digests.prefix))
            guard TUFClient.isTargetPath(path.text) else { throw .badTargetPath(path.text) }
            if let contents = files[path.text] {
                try target.verify(contents)
                added.append((contents, file))
            } else if !FileManager.default.fileExists(atPath: file.path) {
                throw .unknownTarget(path.text)
            }
        }
        try write(added + [(data, file("\(header.version).\(FileName.quoted(role)).json"))])
        versions[name] = header.version
        expiries[name] = header.expires
        changed[name] = nil
        try learnDelegations(of: name)
    }

    private mutating func acceptRoot(_ data: Data) throws(TUFError) {
        guard let root else { throw .noRoot }
        let next = try RootMetadata(parsing: data)
        try next.metadata.verify(root.keys(of: "root"))
        try next.metadata.verify(next.keys(of: "root"))
        guard next.version == root.version + 1 else {
            throw .wrongVersion(role: "root", expected: root.version + 1, found: next.version)
        }
        guard next.metadata.signed.expires > now() else {
            throw .expired(role: "root", next.metadata.signed.expiresText)
        }
        try write([(data, file("\(next.version).root.json"))])
        self.root = next
        keys["targets"] = try next.keys(of: "targets")
    }

    /// Removes the files of versions that were replaced before `date`, but for roots, which clients follow one by one.
    ///
    /// A client that began a refresh just before a change still finds what it was told of.
    ///
    /// - Returns: How many files were removed.
    @discardableResult
    public func prune(replacedBefore date: Date) throws -> Int {
        let folder = URL(filePath: directory.path + "/metadata")
        let listed =
            versions.map { (FileName.quoted($0.key.text) + ".json", $0.value) } + [("snapshot.json", snapshotVersion)]
        let current = Dictionary(listed) { first, _ in first }
        var replaced: [URL] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let parts = name.split(separator: ".", maxSplits: 1)
            guard parts.count == 2, let version = Int(parts[0]), parts[1] != "root.json" else { continue }
            let next = folder.appending(path: "\(version + 1).\(parts[1])")
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: next.path),
                let time = attributes[.modificationDate] as? Date, time < date,
                version < current[String(parts[1])] ?? 0
            else { continue }
            replaced.append(folder.appending(path: name))
        }
        for file in replaced { try FileManager.default.removeItem(at: file) }
        return replaced.count
    }
}

/// A role that was signed elsewhere, as it is carried to where the repository is: see
/// ``TUFRepository/accept(_:as:targets:)``.
public struct TUFSignedRole: Hashable, Sendable, Codable {
    public var role: String
    public var metadata: Data
    /// The files of its targets, by path.
    public var targets: [String: Data]

    public init(role: String, metadata: Data, targets: [String: Data]) {
        self.role = role
        self.metadata = metadata
        self.targets = targets
    }
}

extension TUFRepository {
    /// Signs for what has changed and writes nothing: for keys that are kept apart from the repository's own place.
    ///
    /// - Throws: ``TUFError/keysMissing(role:)``, or what signing throws.
    public mutating func signed() throws -> [TUFSignedRole] {
        var signed: [TUFSignedRole] = []
        for (name, content) in changed.sorted(by: { $0.key < $1.key }) {
            var files: [String: Data] = [:]
            for path in content.targets.keys { files[path.text] = try target(path.text, in: name.text) }
            let data = try sign(content, as: name, version: (versions[name] ?? 0) + 1)
            signed.append(TUFSignedRole(role: name.text, metadata: data, targets: files))
        }
        changed = [:]
        newFiles = [:]
        return signed
    }
}
