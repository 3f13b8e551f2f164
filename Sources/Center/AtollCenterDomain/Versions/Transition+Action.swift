import AtollCenterAPI

extension Transition {
    /// The action that a step needs. The reviewer who has claimed a version may also give it back.
    package var action: Action {
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
