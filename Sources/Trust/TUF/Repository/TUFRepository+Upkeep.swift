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

    /// Signs a role of targets again without changes, with the next ``publish(onWait:)``.
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
        let listed =
            versions.map { (FileName.quoted($0.key.text) + ".json", $0.value) } + [("snapshot.json", snapshotVersion)]
        let current = Dictionary(listed) { first, _ in first }
        return try storage.prune(current: current, replacedBefore: date)
    }

    /// The paths of the metadata files that the snapshot lists, and that of the snapshot itself.
    public var listedPaths: Set<String> {
        var paths = Set(
            versions.filter { $0.value > 0 }.map { Self.metadata("\($0.value).\(FileName.quoted($0.key.text)).json") })
        if snapshotVersion > 0 { paths.insert(Self.metadata("\(snapshotVersion).snapshot.json")) }
        return paths
    }

    /// The path of a role's metadata file, or nil for a role of targets that was never published.
    public func path(of role: String) -> String? {
        guard let version = versions[.init(role)], version > 0 else { return nil }
        return Self.metadata("\(version).\(FileName.quoted(role)).json")
    }

    /// The version of the timestamp, which grows with each ``publish(onWait:)``.
    public var version: Int { timestampVersion }

    /// The version of the newest root.
    public var rootVersion: Int { root?.version ?? 0 }
}
