import Foundation

/// The effect of withdrawing a version, as the Center reports it.
public struct Withdrawal: Hashable, Sendable, Codable {
    /// The version that is withdrawn.
    public let version: Manifest.Version
    /// The version that devices open from then on, or `nil` if they may open none.
    public let fallback: Manifest.Version?
    /// The super apps, by id, whose users lose the mini app: the withdrawn version is for them and the fallback is not.
    public let dropped: [String]
    /// The publisher of the mini app.
    public let publisher: PublisherID

    /// The time at which it was withdrawn, if it already was before this request.
    public let since: Date?

    /// The maximum length of a reason, in characters.
    public static let maximumReason = 500

    /// Creates the effect of withdrawing `version`.
    public init(
        version: Manifest.Version, fallback: Manifest.Version?, dropped: [String], publisher: PublisherID, since: Date?
    ) {
        self.since = since
        self.version = version
        self.fallback = fallback
        self.dropped = dropped
        self.publisher = publisher
    }
}
