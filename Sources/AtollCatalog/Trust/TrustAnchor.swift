import AtollPackages
import Foundation

/// What a super app ships so that it can tell the Center from everybody else.
public struct TrustAnchor: Hashable, Sendable {
    /// A root of the repository's, as the file `root.json` has it.
    public let root: Data
    /// The digest of the repository's first root, which publishers' statements name.
    public let repository: BlobDigest

    /// Metadata as it was when the super app was built, each role by its name: a device that starts with it fetches only what
    /// has changed since. It is judged like all metadata, and need not be here.
    public var seed: [String: Data] = [:]

    /// - Parameter repository: Needed where `root` is not the first one.
    public init(root: Data, repository: BlobDigest? = nil) {
        self.root = root
        self.repository = repository ?? BlobDigest(of: root)
    }
}
