import DurableFiles
import Foundation
import SignedJSON

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
        release = try Self.key("release", in: directory)
        snapshot = try Self.key("snapshot", in: directory)
        timestamp = try Self.key("timestamp", in: directory)
    }

    /// Other keys than those in `directory`, kept beside it until ``adoptNext(in:now:)``: made once, however often it is asked.
    public static func next(beside directory: URL) throws -> CenterKeys { try CenterKeys(in: nextFolder(directory)) }

    /// Puts the keys of ``next(beside:)`` in the place of those in `directory`, which are set aside.
    public static func adoptNext(in directory: URL, now: Date) throws {
        let time = Timestamp.text(now).replacing(":", with: "")
        let aside = directory.deletingLastPathComponent().appending(path: "keys-until-\(time)")
        try FileManager.default.moveItem(at: directory, to: aside)
        try FileManager.default.moveItem(at: nextFolder(directory), to: directory)
        try DurableFile.synchronizeFolder(directory.deletingLastPathComponent())
    }

    private static func nextFolder(_ directory: URL) -> URL {
        directory.deletingLastPathComponent().appending(path: directory.lastPathComponent + "-next")
    }

    public var signers: [Signer] { [release.signer, snapshot.signer, timestamp.signer] }

    private static func key(_ name: String, in directory: URL) throws -> PrivateKey {
        let file = directory.appending(path: "\(name).key")
        if let data = FileManager.default.contents(atPath: file.path) { return try KeyFile.key(in: data) }
        let key = PrivateKey()
        try DurableFile.write(KeyFile.open(key), to: file, permissions: 0o600)
        return key
    }
}
