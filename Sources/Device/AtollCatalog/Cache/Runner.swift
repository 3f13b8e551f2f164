/// A user of a device that many users share, such as a web shell: how versions run is recorded for each user
/// separately.
///
/// A phone has no runners: the device is its user's.
public struct Runner: Hashable, Sendable {
    /// The user's id.
    public let id: String
    /// The id by which staged releases tell users apart, as the install id tells devices apart.
    public let rolloutID: String
    /// The groups that the user is in: releases may go to some of them first.
    public let groups: Set<String>
    /// Whether failures and successes for this user count for all users; false for accounts that are too new.
    public let countsForAll: Bool

    /// Creates a runner.
    public init(id: String, rolloutID: String, groups: Set<String> = [], countsForAll: Bool = false) {
        self.id = id
        self.rolloutID = rolloutID
        self.groups = groups
        self.countsForAll = countsForAll
    }
}
