/// A step in the life of a version, which somebody asks for or which follows by itself.
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

    /// What may happen to a version in this state. Whatever is not here is refused.
    package static func allowed(in state: VersionState) -> [Transition] {
        switch state {
        case .draft: [.submit, .discard]
        case .submitted: [.recall, .claim, .discard]
        case .inReview: [.unclaim, .approve, .reject]
        case .approved: [.schedule, .start, .complete, .discard, .plan]
        case .scheduled: [.unschedule, .start, .complete, .discard, .plan]
        case .rollingOut: [.step, .hold, .complete, .withdraw, .plan]
        case .held: [.resume, .withdraw, .plan]
        // Devices must not go back to a superseded version that was taken back.
        case .live, .superseded: [.withdraw]
        case .rejected, .withdrawn, .discarded: []
        }
    }
}
