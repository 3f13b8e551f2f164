import Crypto
import DurableFiles
import Foundation
import PrintableText
import SignedJSON

extension TUFRepository {
    /// Writes what has changed: roles of targets, the snapshot, the root, and last the timestamp, which is signed anew in any case.
    ///
    /// Everything is signed before the first byte is written. One process at a time: others wait for their turn, and what has changed
    /// meanwhile is noticed.
    ///
    /// - Parameter onWait: Called once, where another process is at it.
    /// - Throws: ``TUFError/keysMissing(role:)``, ``TUFError/unsigned(role:valid:threshold:)`` where a role's keys are others now and it was
    ///   not signed by them, ``TUFError/storage(_:)``, ``TUFError/changedElsewhere(version:)`` where another process was quicker, or
    ///   what signing throws; then what was published before still is, but for a disk that fails between a root and the timestamp: the next writer
    ///   mends that.
    /// - Complexity: O(*n* log *n*) in the roles, and O(*m*) in the targets of those that have changed.
    public mutating func publish(onWait: () -> Void = {}) throws {
        let turn: FolderTurn
        do {
            try DurableFile.makeFolder(directory)
            turn = try FolderTurn(directory, onWait: onWait)
        } catch {
            throw TUFError.storage(ErrorText.sentence(of: error))
        }
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

    /// Whether the directory still holds what this value knows: another process may have published since.
    public var isCurrent: Bool {
        let next = file("\(writtenRoot + 1).root.json").path
        guard let data = FileManager.default.contents(atPath: file("timestamp.json").path) else {
            // One that is there and can't be read may be newer.
            return !FileManager.default.fileExists(atPath: file("timestamp.json").path)
                && !FileManager.default.fileExists(atPath: next)
        }
        return (try? TimestampMetadata(parsing: data, upTo: .max).metadata.signed.version) == timestampVersion
            && !FileManager.default.fileExists(atPath: next)
    }

    /// Does work that opens a repository, changes it and publishes it; again, where another process was quicker.
    ///
    /// - Parameter attempts: How often at most.
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
        var files = newFiles.map { ($0.value, URL(filePath: directory.path + "/targets/" + $0.key)) }
        files += taken.filter { !Self.isRoot($0.key) }.map { ($0.value, file($0.key)) }
        for (name, content) in changed.sorted(by: { $0.key < $1.key }) {
            let version = try version(after: versions[name] ?? 0, of: name.text)
            let data = try sign(content, as: name, version: version)
            files.append((data, file("\(version).\(FileName.quoted(name.text)).json")))
            versions[name] = version
        }
        snapshotVersion = try version(after: snapshotVersion, of: "snapshot")
        let snapshot = try signedSnapshot()
        files.append((snapshot, file("\(snapshotVersion).snapshot.json")))
        timestampVersion = try version(after: timestampVersion, of: "timestamp")
        let timestamp = try signedTimestamp(of: snapshot)
        // Nothing of this is seen before the timestamp names it; a root is followed at once.
        try write(files)
        try writeRoots()
        try write([(timestamp, file("timestamp.json"))])
        (changed, newFiles, taken, rekeyed, nextRoot, isSuperseded) = ([:], [:], [:], [], nil, false)
    }

    /// The version that follows one. After the last one only other keys of the timestamp or the snapshot help: devices forget the
    /// versions that the keys before had signed. Then they go on from the time, in seconds, which no counted version has come near.
    func version(after version: Int, of role: String) throws(TUFError) -> Int {
        if version < MetadataHeader.lastVersion { return version + 1 }
        guard isSuperseded else { throw .lastVersion(role: role) }
        // cannot trap: a time of this age has far fewer digits than a double is exact for.
        return Int(now().timeIntervalSince1970.rounded(.down).clamped(to: 1...1e12))
    }

    /// Whether this is the name of a root's file, and not of a delegated role that ends alike.
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

    /// Writes the roots that were made or taken in, in their order: clients follow one by one.
    private mutating func writeRoots() throws {
        while let version = root?.version, writtenRoot < version {
            let name = "\(writtenRoot + 1).root.json"
            guard let data = taken[name] else { throw TUFError.storage("\(name) is missing") }
            try write([(data, file(name))])
            writtenRoot += 1
        }
    }

    func write(_ files: [(data: Data, url: URL)]) throws(TUFError) {
        do {
            for folder in Set(files.map { $0.url.deletingLastPathComponent() }) { try DurableFile.makeFolder(folder) }
            try DurableFile.write(files)
        } catch {
            throw .storage(ErrorText.sentence(of: error))
        }
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        isNaN ? range.lowerBound : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
