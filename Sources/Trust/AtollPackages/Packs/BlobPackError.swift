import Foundation
import SignedJSON

/// An error in a pack of blobs.
public enum BlobPackError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bytes do not have the form of a pack.
    case noPack
    /// The pack has a blob that was not requested, or one of the wrong length.
    case unexpected(SHA256Hash)
    /// The bytes of a blob do not match its digest.
    case damaged(SHA256Hash)

    public var description: String {
        switch self {
        case .noPack: "The response is not a pack of blobs."
        case .unexpected(let digest): "The blob \(digest) was not requested, or has the wrong length."
        case .damaged(let digest): "The blob \(digest) is damaged: its bytes do not match its digest."
        }
    }
}
