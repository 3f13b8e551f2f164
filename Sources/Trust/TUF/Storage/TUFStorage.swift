import Foundation
import SignedJSON

/// Where the files of a ``TUFRepository`` are.
///
/// Paths are relative to the repository: `metadata/3.root.json`, `targets/releases/0a1b….json`. Every file but
/// `metadata/timestamp.json` is written once, and never changes afterwards.
public protocol TUFStorage: Sendable {
    /// The bytes of a file, or nil if it does not exist.
    ///
    /// - Throws: ``TUFError/storage(_:)`` if it can't be read.
    func read(_ path: String) throws(TUFError) -> Data?

    /// Whether a file exists.
    func contains(_ path: String) throws(TUFError) -> Bool

    /// Writes files, each whole or not at all. All of them are durable when this returns.
    ///
    /// - Throws: ``TUFError/storage(_:)``.
    func write(_ files: [(path: String, data: Data)]) throws(TUFError)

    /// Waits until there is no other writer. The turn lasts as long as the result.
    ///
    /// - Parameter onWait: Called once, if there is another writer.
    /// - Throws: ``TUFError/storage(_:)``.
    func turn(onWait: () -> Void) throws(TUFError) -> any Sendable

    /// The version of the roles that are signed next, higher than any before, which no other writer has or will have;
    /// nil if every role counts its own versions.
    ///
    /// A file that a killed writer left behind is then never written over: its name is not used again.
    var number: Int? { get }

    /// The names of the files in `metadata`, or nil if they can't be listed.
    func metadataNames() -> [String]?

    /// Removes the metadata files, except for roots, that were replaced before a date.
    ///
    /// - Parameter current: The current version of each file, by the file's name without its version.
    /// - Returns: How many files were removed.
    func prune(current: [String: Int], replacedBefore date: Date) throws -> Int
}

extension TUFStorage {
    /// Nil: every role counts its own versions.
    public var number: Int? { nil }
}
