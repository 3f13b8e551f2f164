import Foundation
import SignedJSON

extension TUFRepository {
    /// The status of a role.
    ///
    /// - Throws: ``TUFError`` if the role is unknown or its file can't be read.
    /// - Complexity: Reads the role's file the first time; those of the timestamp and the snapshot every time.
    public mutating func status(of role: String) throws(TUFError) -> TUFRoleStatus {
        let (header, keys): (MetadataHeader, RoleKeys?)
        switch role {
        case "root":
            guard let root else { throw .noRoot }
            (header, keys) = (root.metadata.signed, try root.keys(of: "root"))
        case "timestamp":
            header = try TimestampMetadata(parsing: read("timestamp.json"), upTo: .max).metadata.signed
            keys = try root?.keys(of: "timestamp")
        case "snapshot":
            header = try SnapshotMetadata(parsing: read("\(snapshotVersion).snapshot.json"), upTo: .max).metadata.signed
            keys = try root?.keys(of: "snapshot")
        default:
            let name = ExactString(role)
            if let expires = expiries[name], let version = versions[name] {
                return TUFRoleStatus(
                    role: role, version: version, expires: expires, canBeSigned: canSign(for: self.keys[name]),
                    hasSigner: hasSigner(of: self.keys[name]))
            }
            header = try metadata(of: name).metadata.signed
            expiries[name] = header.expires
            keys = self.keys[name]
        }
        return TUFRoleStatus(
            role: role, version: header.version, expires: header.expires, canBeSigned: canSign(for: keys),
            hasSigner: hasSigner(of: keys))
    }

    private func hasSigner(of keys: RoleKeys?) -> Bool { keys?.ids.contains { signers[$0] != nil } ?? false }

    /// The names of all roles: `root`, `snapshot`, `timestamp`, and then the roles of targets, sorted.
    public var roles: [String] { ["root", "snapshot", "timestamp"] + versions.keys.map(\.text).sorted() }

    /// Has a role of targets signed again without changes, with the next ``publish(onWait:)``.
    public mutating func renew(_ role: String) throws(TUFError) {
        changed[.init(role)] = try content(of: .init(role))
    }

    /// Whether there is anything to publish; see ``publish(onWait:)``.
    public var isChanged: Bool { !changed.isEmpty || nextRoot != nil || !taken.isEmpty || isSuperseded }

    /// Removes the files of versions that were replaced before `date`, except for roots, which clients follow one by
    /// one.
    ///
    /// A client that began a refresh just before a change still finds the files that were announced to it.
    ///
    /// - Returns: The number of removed files.
    @discardableResult
    public func prune(replacedBefore date: Date) throws -> Int {
        let folder = URL(filePath: directory.path + "/metadata")
        let listed =
            versions.map { (FileName.quoted($0.key.text) + ".json", $0.value) } + [("snapshot.json", snapshotVersion)]
        let current = Dictionary(listed) { first, _ in first }
        var replaced: [URL] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let parts = name.split(separator: ".", maxSplits: 1)
            guard parts.count == 2, let version = Int(parts[0]), version < MetadataHeader.lastVersion,
                parts[1] != "root.json"
            else { continue }
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
