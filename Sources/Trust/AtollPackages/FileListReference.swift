import Foundation

/// A reference to a file list: the list's digest and length, and the number and total size of its files.
public struct FileListReference: Hashable, Sendable, Codable {
    /// The digest of the list itself, which is a blob.
    public let sha256: SHA256Hash
    /// The length of the list itself, in bytes.
    public let length: Int
    /// The number of files in the list.
    public let count: Int
    /// The sum of the files' lengths, in bytes.
    public let bytes: Int

    /// The maximum length of a list, in bytes.
    public static let maximumLength = 1_000_000

    /// Creates a reference from its parts, unchecked.
    public init(sha256: SHA256Hash, length: Int, count: Int, bytes: Int) {
        self.sha256 = sha256
        self.length = length
        self.count = count
        self.bytes = bytes
    }

    /// Creates a reference to `list`, whose encoded bytes are `encoded`.
    public init(to list: FileList, encoded: Data) {
        self.init(
            sha256: SHA256Hash(of: encoded), length: encoded.count, count: list.files.count, bytes: list.totalBytes
        )
    }
}
