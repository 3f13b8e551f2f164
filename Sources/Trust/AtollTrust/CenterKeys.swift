import DurableFiles
import Foundation
import SignedJSON
import TUF

/// The keys with which a Center signs while it runs: the bins of releases, the snapshot and the timestamp. Each is a
/// file that only the Center's own user may read.
public struct CenterKeys: Sendable {
    /// Signs the bins of releases.
    public let release: PrivateKey
    /// Signs the snapshot.
    public let snapshot: PrivateKey
    /// Signs the timestamp.
    public let timestamp: PrivateKey

    /// Opens the keys in `directory`, and creates any that are missing.
    ///
    /// - Throws: ``KeyFileError``, or an error of the file system.
    public init(in directory: URL) throws {
        try DurableFile.makeFolder(directory)
        for name in ["release", "snapshot", "timestamp"] { try Self.make(name, in: directory) }
        try self.init(opening: directory)
    }

    /// Opens the keys in `directory`, all of which must exist.
    ///
    /// - Throws: ``KeyFileError``, or an error of the file system.
    public init(opening directory: URL) throws {
        release = try Self.key("release", in: directory)
        snapshot = try Self.key("snapshot", in: directory)
        timestamp = try Self.key("timestamp", in: directory)
    }

    /// Returns the keys with which a Center starts. Missing keys are created only without a repository, which would
    /// name others. If a killed process left only the next keys, those are returned.
    ///
    /// - Throws: ``CeremonyError/keysMissing(_:)`` if there is a repository, but no keys.
    public static func current(in directory: URL, repository: URL) throws -> CenterKeys {
        guard TUFRepository.exists(in: repository) else { return try CenterKeys(in: directory) }
        if let keys = try? CenterKeys(opening: directory) { return keys }
        // A process was killed while it replaced them.
        if let next = try next(of: directory) { return next }
        throw CeremonyError.keysMissing(directory.path)
    }

    /// The keys that will replace those in `directory`, stored next to it until ``adoptNext(in:ifNamed:now:)``. The
    /// first call creates them; later calls return the same ones.
    public static func next(beside directory: URL) throws -> CenterKeys {
        if let next = try next(of: directory) { return next }
        // The folder appears with all keys in it: no process ever sees only some of them.
        let folder = nextFolder(directory)
        let draft = folder.deletingLastPathComponent().appending(
            path: "\(folder.lastPathComponent)-\(UUID().uuidString)")
        let keys = try CenterKeys(in: draft)
        do {
            try FileManager.default.moveItem(at: draft, to: folder)
            return keys
        } catch {
            try? FileManager.default.removeItem(at: draft)
            return try CenterKeys(opening: folder)
        }
    }

    /// The keys that will replace those in `directory`, or nil if none were created.
    public static func next(of directory: URL) throws -> CenterKeys? {
        let folder = nextFolder(directory)
        return FileManager.default.fileExists(atPath: folder.path) ? try CenterKeys(opening: folder) : nil
    }

    /// Replaces the keys in `directory` with those of ``next(beside:)``, if the repository names them. The old keys are
    /// moved to a folder next to it, named `keys-until-` and the time. One process at a time can do this.
    ///
    /// - Parameters:
    ///   - directory: The folder of the current keys.
    ///   - isNamed: Returns whether the repository names these keys; called once no other process can replace them.
    ///   - now: The current time.
    /// - Returns: The new keys, or nil if nothing was replaced.
    @discardableResult
    public static func adoptNext(
        in directory: URL, ifNamed isNamed: (CenterKeys) throws -> Bool = { _ in true }, now: Date
    ) throws -> CenterKeys? {
        let parent = directory.deletingLastPathComponent()
        let turn = try FolderTurn(parent)
        defer { withExtendedLifetime(turn) {} }
        guard let next = try next(of: directory), try isNamed(next) else { return nil }
        let time = Timestamp.text(now).replacing(":", with: "")
        // A process that was killed after this move has moved the old keys away already.
        if FileManager.default.fileExists(atPath: directory.path) {
            try FileManager.default.moveItem(
                at: directory, to: parent.appending(path: "keys-until-\(time)-\(UUID().uuidString.prefix(4))"))
        }
        try FileManager.default.moveItem(at: nextFolder(directory), to: directory)
        try DurableFile.synchronizeFolder(parent)
        return next
    }

    private static func nextFolder(_ directory: URL) -> URL {
        directory.deletingLastPathComponent().appending(path: directory.lastPathComponent + "-next")
    }

    /// Whether a repository names all of these keys: a killed process may have written a root and nothing after it.
    package func areNamed(by repository: TUFRepository) -> Bool {
        func names(_ role: String?, _ key: PrivateKey) -> Bool {
            role.flatMap { repository.plan(of: $0) }?.keys.contains(key.key) ?? false
        }
        return names("timestamp", timestamp) && names("snapshot", snapshot)
            && names(repository.bins(under: TrustRoles.releases).first, release)
    }

    /// The signers of all three keys.
    public var signers: [Signer] { [release.signer, snapshot.signer, timestamp.signer] }

    private static func make(_ name: String, in directory: URL) throws {
        let file = directory.appending(path: "\(name).key")
        guard !FileManager.default.fileExists(atPath: file.path) else { return }
        try DurableFile.write(KeyFile.open(PrivateKey()), to: file, permissions: 0o600)
    }

    private static func key(_ name: String, in directory: URL) throws -> PrivateKey {
        try KeyFile.key(in: Data(contentsOf: directory.appending(path: "\(name).key")))
    }
}
