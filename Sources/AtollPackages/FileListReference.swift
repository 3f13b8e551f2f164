import Foundation

/// Where a file list is found, and what it comes to.
public struct FileListReference: Hashable, Sendable, Codable {
    /// The digest of the list itself, which is a blob.
    public let sha256: BlobDigest
    /// The length of the list itself, in bytes.
    public let length: Int
    /// How many files it lists.
    public let count: Int
    /// How long they are together, in bytes.
    public let bytes: Int

    /// The longest list, in bytes.
    public static let maximumLength = 1_000_000

    public init(sha256: BlobDigest, length: Int, count: Int, bytes: Int) {
        self.sha256 = sha256
        self.length = length
        self.count = count
        self.bytes = bytes
    }

    /// A reference to `list`, whose encoded bytes are `encoded`.
    public init(to list: FileList, encoded: Data) {
        self.init(
            sha256: BlobDigest(of: encoded), length: encoded.count, count: list.files.count, bytes: list.totalBytes
        )
    }
}
