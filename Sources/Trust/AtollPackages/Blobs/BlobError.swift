import DurableFiles
import Foundation

/// An error in a stored blob.
public enum BlobError: Error, Hashable, CustomStringConvertible {
    /// The bytes on disk do not match the blob's digest.
    case damaged(SHA256Hash)

    public var description: String {
        switch self {
        case .damaged(let digest): "The blob \(digest) is damaged: its bytes no longer match its digest."
        }
    }
}
