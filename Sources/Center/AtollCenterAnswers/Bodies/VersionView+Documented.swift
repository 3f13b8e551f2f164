import AtollCenterAPI
import AtollCenterDomain

extension VersionView: Documented {
    /// Creates a view for a reader.
    ///
    /// - Parameters:
    ///   - permissions: What the reader may do.
    ///   - names: Those of accounts that the reader may know.
    package init(
        _ version: VersionRecord, isAnnounced: Bool, for permissions: CallerPermissions, names: [String: String] = [:]
    ) throws {
        let actions = try permissions.actions(of: version.subject)
        try self.init(
            miniApp: version.id.rawValue,
            code: version.code,
            name: version.name,
            title: version.title,
            superApp: version.miniApp.superApp?.id.rawValue,
            publisher: version.miniApp.publisher.rawValue,
            state: version.state,
            revision: version.revision,
            uploaded: version.uploaded,
            changed: version.changed,
            uploader: version.uploader,
            uploaderName: names[version.uploader],
            reviewerName: version.reviewer.flatMap { names[$0] },
            notes: version.notes,
            release: version.wish.name,
            starts: version.starts,
            reviewer: version.reviewer,
            approvals: version.approvals.count,
            approvalsNeeded: version.approvalsNeeded,
            addedCriticalPermissions: version.addedCriticalPermissions.sorted(),
            hasFiles: version.hasFiles,
            permyriad: version.permyriad,
            groups: version.groups,
            plan: version.plan.steps.map(StepBody.init),
            stepTime: version.stepTime,
            comment: version.comment,
            quarantine: version.miniApp.quarantine,
            allowed: permissions.transitions(of: version, actions),
            isAnnounced: isAnnounced,
            actions: Actions(actions))
    }

    package static let schemaName = "Version"
    package static let schema = JSONSchema.object(
        [
            "miniApp": .reverseDomain, "code": .integer(1...(1 << 53)), "name": .text(), "title": .text(),
            "superApp": .reverseDomain, "publisher": .reverseDomain,
            "state": .one(of: VersionState.allCases.map(\.rawValue)), "revision": .integer(1...(1 << 53)),
            "uploaded": .time, "changed": .time, "uploader": .text(), "uploaderName": .text(), "reviewerName": .text(),
            "notes": .text(),
            "release": .one(of: ReleaseBody.kinds), "starts": .time, "reviewer": .text(),
            "approvals": .integer(0...1_000), "approvalsNeeded": .integer(0...ReviewPolicy.maximumApprovals),
            "addedCriticalPermissions": .list(of: .text(1...100), upTo: 100), "hasFiles": .bool,
            "permyriad": .integer(0...Rollout.everyone),
            "groups": .list(of: .text(1...100), upTo: Rollout.maximumGroups),
            "plan": .list(of: StepBody.schema, upTo: ReleasePlan.maximumSteps), "stepTime": .time, "comment": .text(),
            "quarantine": .text(),
            "allowed": .list(of: .one(of: Transition.allCases.map(\.rawValue)), upTo: Transition.allCases.count),
            "isAnnounced": .bool, "actions": Action.listSchema,
        ], optional: ["superApp", "starts", "reviewer", "stepTime", "quarantine", "uploaderName", "reviewerName"])
}
