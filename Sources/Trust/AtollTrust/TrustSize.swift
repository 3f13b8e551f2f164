import Foundation

/// The numbers of bins into which a repository divides publishers and releases.
public struct TrustSize: Hashable, Sendable {
    /// The binary logarithm of the number of bins of publishers.
    public var publisherBits: Int
    /// The binary logarithm of the number of bins of releases.
    public var releaseBits: Int

    /// Creates a size of 2^`publisherBits` and 2^`releaseBits` bins.
    public init(publisherBits: Int, releaseBits: Int) {
        self.publisherBits = publisherBits
        self.releaseBits = releaseBits
    }

    /// 256 bins of publishers and 1,024 of releases: suitable for up to a million mini apps.
    public static let standard = TrustSize(publisherBits: 8, releaseBits: 10)
}
