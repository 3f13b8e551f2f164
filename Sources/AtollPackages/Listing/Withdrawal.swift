import Foundation

/// What withdrawing a version does, as the Center answers it.
public struct Withdrawal: Hashable, Sendable, Codable {
    /// The version that is withdrawn.
    public let version: Manifest.Version
    /// The version that devices open from then on, or nil if none is left that they may open.
    public let fallback: Manifest.Version?
    /// The super apps, by id, whose users lose the mini app: the withdrawn version is for them and the fallback is not.
    public let dropped: [String]
    /// Whose mini app it is.
    public let publisher: PublisherID

    /// When it was withdrawn, if that was before it was asked for.
    public let since: Date?

    /// The longest reason that may be given, in characters.
    public static let maximumReason = 500

    /// What withdrawing `version` does.
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
