import Foundation

/// The row that says which files of the repository are current.
package struct RepositoryHead: Sendable, Hashable {
    /// The number that the timestamp was signed with.
    package let number: Int
    /// The version of the newest root.
    package let rootVersion: Int
    /// The bytes of `timestamp.json`.
    package let timestamp: Data
}
