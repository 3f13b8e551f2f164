import AtollCenterAPI

extension CallerPermissions {
    /// The steps that the caller may take with a version now. The check of a step can still refuse it, for an open finding say.
    ///
    /// - Parameter actions: What the caller may do with it.
    package func transitions(of version: VersionRecord, _ actions: [Action]) throws -> [Transition] {
        try Transition.allowed(in: version.state).filter { step in
            switch step {
            case .unclaim: try mayGiveBack(version)
            case .approve: actions.contains(step.action) && mayApprove(version)
            case .reject: actions.contains(step.action) && caller.account != nil
            default: actions.contains(step.action)
            }
        }
    }

    /// Whether an approval of the caller would count: a person approves once, unless the super app asks for fewer approvals by now.
    private func mayApprove(_ version: VersionRecord) -> Bool {
        guard let account = caller.account else { return false }
        return !version.approvals.contains(account) || version.approvals.count >= version.approvalsNeeded
    }

    /// Whether the caller may leave the review of a version to others: their own, or that of anybody if they run the super app.
    func mayGiveBack(_ version: VersionRecord) throws -> Bool {
        // An API key without the scope can't return a review for its creator.
        if version.reviewer == caller.responsible, caller.hasScope(for: .review) { return true }
        guard let superApp = version.miniApp.superApp else { return false }
        return try allows(.manageSuperApps, of: superApp.subject)
    }
}
