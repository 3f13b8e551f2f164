import Foundation

/// How long each role of a Center's repository is valid: root, targets, snapshot, timestamp, and the bins.
extension TrustRoles {
    private static let day: TimeInterval = 86_400

    /// How long before an offline role expires warnings begin: 60 days, in seconds.
    package static let warning = 60 * day
    /// The lifetime of a bin of releases: 90 days, in seconds.
    package static let binLifetime = 90 * day
    /// The age at which the timestamp is renewed, in seconds.
    package static let timestampAge = day

    /// The lifetime of a role from its signing, in seconds.
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
