import DurableFiles
import Foundation
import SignedJSON
import TUF

/// The keys with which a Center signs while it runs: releases' bins, snapshot and timestamp. Each is a file that only the
/// Center's own user may read.
public struct CenterKeys: Sendable {
    public let release: PrivateKey
    public let snapshot: PrivateKey
    public let timestamp: PrivateKey

    /// The keys in `directory`; those that are missing are made.
    ///
    /// - Throws: ``KeyFileError``, or what the file system throws.
    public init(in directory: URL) throws {
        try DurableFile.makeFolder(directory)
        for name in ["release", "snapshot", "timestamp"] { try Self.make(name, in: directory) }
        try self.init(opening: directory)
    }

    /// The keys in `directory`, where all of them are.
    ///
    /// - Throws: ``KeyFileError``, or what the file system throws.
    public init(opening directory: URL) throws {
        release = try Self.key("release", in: directory)
        snapshot = try Self.key("snapshot", in: directory)
        timestamp = try Self.key("timestamp", in: directory)
    }

    /// The keys with which a Center goes on: made where there are none and no repository either, which would name others.
    public static func current(in directory: URL, repository: URL) throws -> CenterKeys {
        guard TUFRepository.exists(in: repository) else { return try CenterKeys(in: directory) }
        if let keys = try? CenterKeys(opening: directory) { return keys }
        // A process was killed while it replaced them.
        if let next = try next(of: directory) { return next }
        throw CeremonyError.keysMissing(directory.path)
    }

    /// Other keys than those in `directory`, kept beside it until ``adoptNext(in:ifNamed:now:)``: made once, however often it is asked.
    public static func next(beside directory: URL) throws -> CenterKeys {
        if let next = try next(of: directory) { return next }
        // All of them at once: whoever looks meanwhile sees none.
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

    /// The keys that were made beside those in `directory`, or nil where none were.
    public static func next(of directory: URL) throws -> CenterKeys? {
        let folder = nextFolder(directory)
        return FileManager.default.fileExists(atPath: folder.path) ? try CenterKeys(opening: folder) : nil
    }

    /// Puts the keys of ``next(beside:)`` in the place of those in `directory`, which are set aside, if the repository names them. One
    /// process at a time.
    ///
    /// - Parameter isNamed: Says whether the repository names these keys; asked once nobody else can replace them.
    /// - Returns: The keys, if they were replaced.
    @discardableResult
    public static func adoptNext(
        in directory: URL, ifNamed isNamed: (CenterKeys) throws -> Bool = { _ in true }, now: Date
    ) throws -> CenterKeys? {
        let parent = directory.deletingLastPathComponent()
        let turn = try FolderTurn(parent)
        defer { withExtendedLifetime(turn) {} }
        guard let next = try next(of: directory), try isNamed(next) else { return nil }
        let time = Timestamp.text(now).replacing(":", with: "")
        // A process that was killed here has set the keys aside, and the next one goes on.
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

    /// Whether a repository names all of them: a process that was killed may have written a root and nothing after it.
    func areNamed(by repository: TUFRepository) -> Bool {
        func names(_ role: String?, _ key: PrivateKey) -> Bool {
            role.flatMap { repository.plan(of: $0) }?.keys.contains(key.key) ?? false
        }
        return names("timestamp", timestamp) && names("snapshot", snapshot)
            && names(repository.bins(under: TrustRoles.releases).first, release)
    }

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
