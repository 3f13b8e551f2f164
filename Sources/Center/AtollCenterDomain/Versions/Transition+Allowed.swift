import AtollCenterAPI

extension Transition {
    /// Returns the steps that are possible in this state. All others are refused.
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
