/// Where a version is in its life.
struct VersionView: Codable, Sendable, Documented {
    let miniApp: String
    let code: Int
    let name: String
    /// The name of the mini app.
    let title: String
    let superApp: String?
    let publisher: String
    let state: String
    let revision: Int
    let uploaded: Int
    let changed: Int
    let uploader: String
    /// The names of the uploader and the reviewer, where the caller may know them.
    var uploaderName: String?
    var reviewerName: String?
    let notes: String
    let release: String
    let starts: Int?
    let reviewer: String?
    let approvals: Int
    let approvalsNeeded: Int
    /// The critical permissions that the last version that people approved did not ask for.
    let addedCriticalPermissions: [String]
    /// Whether its files are kept.
    let hasFiles: Bool
    let permyriad: Int
    let groups: [String]
    let plan: [StepBody]
    let stepTime: Int?
    let comment: String
    /// Why nobody may start the mini app while it is suspected.
    let quarantine: String?
    /// What may be done with it now.
    let allowed: [String]
    /// Whether devices have been told.
    let isAnnounced: Bool

    /// Creates a view with the names that the caller may know.
    init(_ version: VersionRecord, _ view: WorkView, for caller: Caller) throws {
        self.init(version, isAnnounced: try view.isAnnounced(version.id))
        let names = try view.names(
            of: Set([version.uploader] + [version.reviewer].compactMap(\.self)), visibleTo: caller)
        uploaderName = names[version.uploader]
        reviewerName = version.reviewer.flatMap { names[$0] }
    }

    init(_ version: VersionRecord, isAnnounced: Bool) {
        miniApp = version.id.rawValue
        code = version.code
        name = version.name
        title = version.title
        superApp = version.miniApp.superApp?.id.rawValue
        publisher = version.miniApp.publisher.rawValue
        state = version.state.rawValue
        revision = version.revision
        uploaded = version.uploaded
        changed = version.changed
        uploader = version.uploader
        notes = version.notes
        release = version.wish.name
        starts = version.starts
        reviewer = version.reviewer
        approvals = version.approvals.count
        approvalsNeeded = version.approvalsNeeded
        addedCriticalPermissions = version.addedCriticalPermissions.sorted()
        hasFiles = version.hasFiles
        permyriad = version.permyriad
        groups = version.groups
        plan = version.plan.steps.map(StepBody.init)
        stepTime = version.stepTime
        comment = version.comment
        quarantine = version.miniApp.quarantine
        allowed = Transition.allowed(in: version.state).map(\.rawValue)
        self.isAnnounced = isAnnounced
    }

    static let schemaName = "Version"
    static let schema = JSONSchema.object(
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
            "isAnnounced": .bool,
        ], optional: ["superApp", "starts", "reviewer", "stepTime", "quarantine", "uploaderName", "reviewerName"])
}
