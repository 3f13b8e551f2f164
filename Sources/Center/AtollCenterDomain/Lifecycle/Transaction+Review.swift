import AtollCenterAPI
import AtollPackages
import SQLStatements

extension Transaction {
    /// Begins to review a version.
    package func claim(_ code: Int, of id: String, revision: Int?, by caller: Caller) throws -> VersionRecord {
        let version = try view.version(code, of: id, for: .review, by: caller)
        try check(.claim, of: version, revision: revision)
        let reviewer = caller.responsible
        return try move(version, to: .inReview, as: .claimReview) { $0.reviewer = reviewer }
    }

    /// Leaves a review to others: the caller's own, or any review if the caller runs the super app.
    package func unclaim(_ code: Int, of id: String, revision: Int?, by caller: Caller) throws -> VersionRecord {
        let version = try view.version(code, of: id, for: .readVersions, by: caller)
        guard try view.permissions(of: caller).mayGiveBack(version) else { throw ActionError.forbidden(.review) }
        try check(.unclaim, of: version, revision: revision)
        return try giveBack(version)
    }

    /// Says that a version may be released. With the last approval that its super app asks for, it is approved, and
    /// what its publisher wished follows.
    package func approve(
        _ code: Int, of id: String, comment: String?, revision: Int?, by caller: Caller
    ) throws -> VersionRecord {
        var version = try view.version(code, of: id, for: .decideReview, by: caller)
        guard let account = caller.account else { throw ActionError.forbidden(.decideReview) }
        try check(.approve, of: version, revision: revision)
        guard try !view.hasOpenDemand(version) else {
            throw refusal(
                "must-change", "First resolve the open comment that says what must change.", of: version)
        }
        // Those from before there were checks were submitted without any.
        if try view.check(of: version) != nil { try checkFindings(of: version) }
        try checkRendering(of: version, isNeeded: version.miniApp.policy.needsBrowserChecks)
        if version.approvals.contains(account) {
            // The super app may ask for fewer by now.
            if try isApproved(version) { return try approve(version) }
            throw refusal(
                "approved-already", "You have approved this version; another reviewer must approve it, too.",
                of: version)
        }
        try session.perform(
            """
            INSERT INTO version_approval (mini_app, code, account, time)
            VALUES (\(.text(version.id.rawValue)), \(.integer(code)), \(.text(account)), \(.integer(time)))
            """)
        version.approvals.append(account)
        let words = try comment.map { try text($0, as: "comment") }
        // Still in review, until there are enough.
        version = try move(version, to: .inReview, as: .approve, comment: words)
        return try isApproved(version) ? try approve(version) : version
    }

    /// Whether enough of those have approved it who may decide now: not who was suspended or has left since.
    private func isApproved(_ version: VersionRecord) throws -> Bool {
        let approvals = try version.approvals.count { account in
            PermissionMatrix.allows(.decideReview, of: version.subject, to: try view.person(account))
        }
        return approvals >= version.approvalsNeeded
    }

    /// Approves a version in the name of the Center, because enough people have, or none needs to.
    package func approve(_ version: VersionRecord) throws -> VersionRecord {
        if let earlier = try view.version(of: version.id, in: .approved, .scheduled) {
            try move(
                earlier, to: .discarded, as: .discardVersion, by: .system,
                comment: "Version \(version.code) was approved.")
        }
        return try followWish(of: move(version, to: .approved, as: .versionApproved, by: .system))
    }

    /// Refuses a version, for good.
    package func reject(
        _ code: Int, of id: String, reasons: [RejectionReason], comment: String, revision: Int?, by caller: Caller
    ) throws -> VersionRecord {
        let version = try view.version(code, of: id, for: .decideReview, by: caller)
        guard caller.account != nil else { throw ActionError.forbidden(.decideReview) }
        try check(.reject, of: version, revision: revision)
        guard !reasons.isEmpty else { throw ActionError.invalid("reasons", "must have a reason") }
        let names = Set(reasons.map(\.rawValue)).sorted().joined(separator: ", ")
        let words = try text(comment, as: "comment", atLeast: 1)
        return try move(version, to: .rejected, as: .reject, comment: "\(names): \(words)")
    }
}
