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

    public var signers: [Signer] { [release.signer, snapshot.signer, timestamp.signer] }

    private static func key(_ name: String, in directory: URL) throws -> PrivateKey {
        let file = directory.appending(path: "\(name).key")
        if let data = FileManager.default.contents(atPath: file.path) { return try KeyFile.key(in: data) }
        let key = PrivateKey()
        try DurableFile.write(KeyFile.open(key), to: file, permissions: 0o600)
        return key
    }
}
