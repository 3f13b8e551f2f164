import Foundation

/// The roles of a Center's repository.
public enum TrustRoles {
    /// The role that delegates the publishers' files to bins; also their folder and the prefix of the bins' names.
    public static let publishers = "publishers"
    /// The role that delegates descriptors and home configurations to bins; also their folder and the prefix of the
    /// bins' names.
    public static let releases = "releases"

    /// Whether a role is signed with offline keys.
    package static func isOffline(_ role: String) -> Bool {
        !["snapshot", "timestamp"].contains(role) && !role.hasPrefix(releases + "-")
    }

    /// Whether a role is one of the bins of publishers.
    public static func isPublisherBin(_ role: String) -> Bool { role.hasPrefix(publishers + "-") }

    /// The names of roles for people, separated by commas; bins of publishers are counted instead of named.
    public static func names(of roles: [String]) -> String {
        let others = roles.filter { !isPublisherBin($0) }
        let bins = roles.count - others.count
        return (others + (bins > 0 ? [count(ofBins: bins)] : [])).joined(separator: ", ")
    }

    /// A number of bins of publishers for people, such as `12 lists of publishers`.
    public static func count(ofBins count: Int) -> String {
        count == 1 ? "1 list of publishers" : "\(count) lists of publishers"
    }
}
