/// One of many users of a device that they share, such as a web shell: how versions run is counted for each by themselves.
///
/// A phone has none: there the device is its user's.
public struct Runner: Hashable, Sendable {
    /// The user's id.
    public let id: String
    /// By what staged releases tell users apart, as they tell devices apart by their install id.
    public let rolloutID: String
    /// Whether what a version does to this user may count for everybody: not for accounts that somebody has just made.
    public let countsForAll: Bool

    public init(id: String, rolloutID: String, countsForAll: Bool = false) {
        self.id = id
        self.rolloutID = rolloutID
        self.countsForAll = countsForAll
    }
}

/// When a version that does not start for some users of a shared device is set aside for all of them.
public struct SetAsidePolicy: Hashable, Sendable {
    /// For how many different users it has to have failed; at least 1.
    public var users = 3
    /// And for which share of those for whom it has started or failed, from 0 to 1.
    public var share = 0.5
    /// How old an account has to be to count, in seconds.
    public var accountAge = 86_400.0

    public init() {}
}
