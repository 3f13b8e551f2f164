import AtollCenterAPI

extension Transition {
    /// What whoever takes the step must be permitted. Who has claimed a review may also give it back.
    var action: Action {
        switch self {
        case .submit, .recall, .discard: .uploadVersions
        case .claim: .review
        case .unclaim: .manageSuperApps
        case .approve, .reject: .decideReview
        case .schedule, .unschedule, .plan, .start, .step, .resume, .complete: .release
        case .hold: .holdRelease
        case .withdraw: .withdrawRelease
        }
    }
}
