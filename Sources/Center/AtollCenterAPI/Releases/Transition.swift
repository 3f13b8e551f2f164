/// A step in the life of a version, requested by a caller or taken by the Center.
package enum Transition: String, Codable, Hashable, Sendable, CaseIterable {
    /// Put it before the reviewers.
    case submit
    /// Take it back from them.
    case recall
    /// Give it up.
    case discard
    /// Begin to review it.
    case claim
    /// Leave the review to others.
    case unclaim
    /// Say that it may be released.
    case approve
    /// Say that it may not be released.
    case reject
    /// Set the time of its release.
    case schedule
    /// Drop that time.
    case unschedule
    /// Set the steps by which it reaches more devices.
    case plan
    /// Release it to some devices.
    case start
    /// Release it to more.
    case step
    /// Stop it from reaching more.
    case hold
    /// Go on with what was on hold.
    case resume
    /// Release it to all.
    case complete
    /// Take it back from all.
    case withdraw
}
