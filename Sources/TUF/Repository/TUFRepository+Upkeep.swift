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
    /// Whether any key that signs for it is at hand.
    public let hasSigner: Bool
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

    /// The names of all roles.
    public var roles: [String] { ["root", "snapshot", "timestamp"] + versions.keys.map(\.text).sorted() }

    /// Has a role of targets signed anew with the next ``publish()``, as it is.
    public mutating func renew(_ role: String) throws(TUFError) {
        changed[.init(role)] = try content(of: .init(role))
    }

    /// Whether anything waits for ``publish()``.
    public var isChanged: Bool { !changed.isEmpty || nextRoot != nil || !taken.isEmpty || isSuperseded }

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
