/// What withdrawing a version does, as the Center answers it.
public struct Withdrawal: Hashable, Sendable, Codable {
    /// The version that is withdrawn.
    public let version: Manifest.Version
    /// The version that devices open from then on, or nil if none is left that they may open.
    public let fallback: Manifest.Version?

    /// The longest reason that may be given, in characters.
    public static let maximumReason = 500

    public init(version: Manifest.Version, fallback: Manifest.Version?) {
        self.version = version
        self.fallback = fallback
    }
}
