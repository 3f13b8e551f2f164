import AtollPackages
import Foundation

/// What a super app ships so that it can tell the Center from everybody else.
public struct TrustAnchor: Hashable, Sendable {
    /// A root of the repository's, as the file `root.json` has it.
    public let root: Data
    /// The digest of the repository's first root, which publishers' statements name.
    public let repository: BlobDigest

    /// - Parameter repository: Needed where `root` is not the first one.
    public init(root: Data, repository: BlobDigest? = nil) {
        self.root = root
        self.repository = repository ?? BlobDigest(of: root)
    }
}

/// The app that runs mini apps, as statements and descriptors name it.
public struct HostIdentity: Hashable, Sendable {
    /// The super app's id, such as `com.example.lagoon`.
    public var superApp: String
    /// Its version, as numbers with dots between: what an operator may ask for at least.
    public var version: String
    /// The version of the mini app platform that it offers.
    public var platform: Int

    public init(superApp: String, version: String, platform: Int = 1) {
        self.superApp = superApp
        self.version = version
        self.platform = platform
    }

    /// Whether this version is `other` or a later one.
    ///
    /// Numbers are compared one after another; what is left out is 0, and what is no number is before every number.
    func isAtLeast(_ other: String) -> Bool {
        func numbers(_ text: String) -> [Int] { text.split(separator: ".").map { Int($0) ?? -1 } }
        var (own, wanted) = (numbers(version), numbers(other))
        let count = max(own.count, wanted.count)
        own += Array(repeating: 0, count: count - own.count)
        wanted += Array(repeating: 0, count: count - wanted.count)
        return !own.lexicographicallyPrecedes(wanted)
    }
}
