/// When a version that does not start for some users of a shared device is set aside for all of them.
public struct SetAsidePolicy: Hashable, Sendable {
    /// The number of different users for whom it must have failed; at least 1.
    public var users = 3
    /// The share, from 0 to 1, that they must be of the users for whom it has started or failed.
    public var share = 0.5
    /// The age that an account must have to count, in seconds.
    public var accountAge = 86_400.0

    /// Creates the default policy: 3 users, half of those who tried, accounts at least a day old.
    public init() {}
}
