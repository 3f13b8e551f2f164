import AtollPackages
import Foundation

/// The root of trust that a super app ships, by which it authenticates the Center's repository.
public struct TrustAnchor: Hashable, Sendable {
    /// The bytes of a root of the repository: its `root.json`.
    public let root: Data
    /// The digest of the repository's first root, which publishers' statements name.
    public let repository: SHA256Hash

    /// The metadata as of the super app's build, by role name; optional. A device that starts with it fetches only what
    /// has changed since. It is verified like all metadata.
    public var seed: [String: Data] = [:]

    /// Creates an anchor from a root.
    ///
    /// - Parameter repository: The digest of the first root; required if `root` is a later one.
    public init(root: Data, repository: SHA256Hash? = nil) {
        self.root = root
        self.repository = repository ?? SHA256Hash(of: root)
    }
}
