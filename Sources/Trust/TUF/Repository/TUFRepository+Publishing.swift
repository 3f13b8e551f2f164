import Crypto
import Foundation
import SignedJSON

extension TUFRepository {
    /// Writes the changes: roles of targets, the snapshot, the root, and last the timestamp, which is signed again in
    /// any case.
    ///
    /// Everything is signed before the first byte is written. One process writes at a time: others wait for their turn,
    /// and changes made in the meantime are detected.
    ///
    /// - Parameter onWait: Called once, if another process is writing.
    /// - Throws: ``TUFError/keysMissing(role:)``, ``TUFError/unsigned(role:valid:threshold:)`` if a role's keys have
    ///   changed and it was not signed by the new ones, ``TUFError/storage(_:)``,
    ///   ``TUFError/changedElsewhere(version:)`` if another process has published, or any error from signing. What was
    ///   published before then remains, unless the disk fails between a root and the timestamp; the next writer repairs
    ///   that.
    /// - Complexity: O(*n* log *n*) in the roles, and O(*m*) in the targets of those that have changed.
    public mutating func publish(onWait: () -> Void = {}) throws {
        let turn = try storage.turn(onWait: onWait)
        defer { withExtendedLifetime(turn) {} }
        guard isCurrent else { throw TUFError.changedElsewhere(version: timestampVersion) }
        let before = self
        do {
            try publishChanges()
        } catch {
            self = before
            throw error
        }
    }

    /// Whether the storage is still in the state that this value was opened in or has published; another process may
    /// have published since.
    public var isCurrent: Bool {
        do {
            guard try !storage.contains("metadata/\(writtenRoot + 1).root.json") else { return false }
            guard let data = try storage.read("metadata/timestamp.json") else { return true }
            return try TimestampMetadata(parsing: data, upTo: .max).metadata.signed.version == timestampVersion
        } catch {
            // A timestamp that exists and can't be read may be newer.
            return false
        }
    }

    /// Performs work that opens a repository, changes it and publishes it, and repeats it if another process has
    /// published in the meantime.
    ///
    /// - Parameter attempts: The maximum number of attempts.
    public static func retrying<Value>(attempts: Int = 50, _ work: () throws -> Value) throws -> Value {
        var left = attempts
        while true {
            left -= 1
            do {
                return try work()
            } catch TUFError.changedElsewhere where left > 0 {
                continue
            }
        }
    }

    private mutating func publishChanges() throws {
        if let change = nextRoot { try makeRoot(change) }
        try renewRekeyed()
        var files = newFiles.map { (path: "targets/" + $0.key, data: $0.value) }
        files += taken.filter { !Self.isRoot($0.key) }.map { (Self.metadata($0.key), $0.value) }
        for (name, content) in changed.sorted(by: { $0.key < $1.key }) {
            let version = try nextVersion(after: versions[name] ?? 0, of: name.text)
            let data = try sign(content, as: name, version: version)
            files.append((Self.metadata("\(version).\(FileName.quoted(name.text)).json"), data))
            versions[name] = version
        }
        snapshotVersion = try nextVersion(after: snapshotVersion, of: "snapshot")
        let snapshot = try signedSnapshot()
        files.append((Self.metadata("\(snapshotVersion).snapshot.json"), snapshot))
        timestampVersion = try nextVersion(after: timestampVersion, of: "timestamp")
        let timestamp = try signedTimestamp(of: snapshot)
        // Clients see none of this before the timestamp names it, except for a root, which they follow immediately.
        try storage.write(files)
        try writeRoots()
        try storage.write([(Self.metadata("timestamp.json"), timestamp)])
        (changed, newFiles, taken, rekeyed, nextRoot, isSuperseded) = ([:], [:], [:], [], nil, false)
    }

    /// The version after `version`. After the last version, only new keys for the timestamp or the snapshot help:
    /// devices then forget the versions that the previous keys have signed. Versions then continue from the current
    /// time in seconds, which no counted version has come near.
    func version(after version: Int, of role: String) throws(TUFError) -> Int {
        if version < MetadataHeader.lastVersion { return version + 1 }
        guard isSuperseded else { throw .lastVersion(role: role) }
        // cannot trap: a time of this magnitude has far fewer digits than a double represents exactly.
        return Int(now().timeIntervalSince1970.rounded(.down).clamped(to: 1...1e12))
    }

    /// The version of a role that is signed now: the storage's number, if it gives one.
    private func nextVersion(after version: Int, of role: String) throws(TUFError) -> Int {
        guard let number = storage.number else { return try self.version(after: version, of: role) }
        if version < number { return number }
        guard isSuperseded else {
            throw .storage("version \(version) of \(role) is not below the next number, \(number)")
        }
        return try self.version(after: version, of: role)
    }

    /// The path of a metadata file.
    static func metadata(_ name: String) -> String { "metadata/" + name }

    /// Whether this is the file name of a root, and not of a delegated role with a similar name.
    private static func isRoot(_ name: String) -> Bool {
        name.hasSuffix(".root.json") && Int(name.dropLast(".root.json".count)) != nil
    }

    private mutating func signedSnapshot() throws -> Data {
        let listed = versions.filter { $0.value > 0 }.map {
            (ExactString($0.key.text + ".json"), JSONValue.object(["version": .integer($0.value)]))
        }
        return try sign(
            ["meta": .object(Dictionary(listed) { _, last in last })], "snapshot", snapshotVersion, as: "snapshot",
            by: root?.keys(of: "snapshot")
        )
    }

    private mutating func signedTimestamp(of snapshot: Data) throws -> Data {
        let announced: [ExactString: JSONValue] = [
            "version": .integer(snapshotVersion), "length": .integer(snapshot.count),
            "hashes": .object(["sha256": .string(SHA256.hash(data: snapshot).hexadecimal)]),
        ]
        return try sign(
            ["meta": .object(["snapshot.json": .object(announced)])], "timestamp", timestampVersion, as: "timestamp",
            by: root?.keys(of: "timestamp")
        )
    }

    /// Writes the new roots in their order: clients follow them one by one.
    private mutating func writeRoots() throws {
        while let version = root?.version, writtenRoot < version {
            let name = "\(writtenRoot + 1).root.json"
            guard let data = taken[name] else { throw TUFError.storage("\(name) is missing") }
            try storage.write([(Self.metadata(name), data)])
            writtenRoot += 1
        }
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        isNaN ? range.lowerBound : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
