import Foundation

/// The roles of a Center's repository, and for how long each is good.
public enum TrustRoles {
    public static let publishers = "publishers"
    public static let releases = "releases"

    private static let day: TimeInterval = 86_400

    /// How long before its end an offline role is warned about: 60 days, in seconds.
    static let warning = 60 * day
    /// How long a bin of releases is good: 90 days, in seconds.
    static let binLifetime = 90 * day
    /// The timestamp is signed anew once it is this old.
    static let timestampAge = day

    /// Whether a role is signed by keys that are kept offline.
    static func isOffline(_ role: String) -> Bool {
        !["snapshot", "timestamp"].contains(role) && !role.hasPrefix(releases + "-")
    }

    /// Whether a role is one of the bins of publishers.
    public static func isPublisherBin(_ role: String) -> Bool { role.hasPrefix(publishers + "-") }

    /// The names of roles in a few words: bins of publishers are counted.
    public static func names(of roles: [String]) -> String {
        let others = roles.filter { !isPublisherBin($0) }
        let bins = roles.count - others.count
        return (others + (bins > 0 ? [count(ofBins: bins)] : [])).joined(separator: ", ")
    }

    /// So many bins of publishers, in words.
    public static func count(ofBins count: Int) -> String {
        count == 1 ? "1 bin of publishers" : "\(count) bins of publishers"
    }

    /// For how long a role that is signed now is good, in seconds.
    public static func lifetime(of role: String) -> TimeInterval {
        switch role {
        case "root": 365 * day
        case "targets": 180 * day
        case "snapshot": 7 * day
        case "timestamp": 3 * day
        case releases: 180 * day
        case publishers: 90 * day
        // The bins of either.
        default: 90 * day
        }
    }
}

/// Into how many bins a repository divides publishers and releases.
public struct TrustSize: Hashable, Sendable {
    /// As a power of two.
    public var publisherBits: Int
    public var releaseBits: Int

    public init(publisherBits: Int, releaseBits: Int) {
        self.publisherBits = publisherBits
        self.releaseBits = releaseBits
    }

    /// 256 bins of publishers and 1,024 of releases: right for up to a million mini apps.
    public static let standard = TrustSize(publisherBits: 8, releaseBits: 10)
}
