/// Where a version is in its life.
package struct VersionView: Codable, Sendable {
    package let miniApp: String
    package let code: Int
    package let name: String
    /// The name of the mini app.
    package let title: String
    package let superApp: String?
    package let publisher: String
    package let state: VersionState
    package let revision: Int
    package let uploaded: Int
    package let changed: Int
    package let uploader: String
    /// The names of the uploader and the reviewer, where the caller may know them.
    package let uploaderName: String?
    package let reviewerName: String?
    package let notes: String
    package let release: String
    package let starts: Int?
    package let reviewer: String?
    package let approvals: Int
    package let approvalsNeeded: Int
    /// The critical permissions that the last version that people approved did not ask for.
    package let addedCriticalPermissions: [String]
    /// Whether its files are stored.
    package let hasFiles: Bool
    package let permyriad: Int
    package let groups: [String]
    package let plan: [StepBody]
    package let stepTime: Int?
    package let comment: String
    /// The reason for the mini app's quarantine; `nil` if it is not quarantined.
    package let quarantine: String?
    /// The steps that the reader may take with it now.
    package let allowed: [Transition]
    /// Whether the change was announced to devices.
    package let isAnnounced: Bool
    /// The actions that the reader may take.
    package let actions: Actions

    package init(
        miniApp: String, code: Int, name: String, title: String, superApp: String? = nil, publisher: String,
        state: VersionState, revision: Int, uploaded: Int, changed: Int, uploader: String, uploaderName: String? = nil,
        reviewerName: String? = nil, notes: String, release: String, starts: Int? = nil, reviewer: String? = nil,
        approvals: Int, approvalsNeeded: Int, addedCriticalPermissions: [String], hasFiles: Bool, permyriad: Int,
        groups: [String], plan: [StepBody], stepTime: Int? = nil, comment: String, quarantine: String? = nil,
        allowed: [Transition], isAnnounced: Bool, actions: Actions
    ) {
        self.miniApp = miniApp
        self.code = code
        self.name = name
        self.title = title
        self.superApp = superApp
        self.publisher = publisher
        self.state = state
        self.revision = revision
        self.uploaded = uploaded
        self.changed = changed
        self.uploader = uploader
        self.uploaderName = uploaderName
        self.reviewerName = reviewerName
        self.notes = notes
        self.release = release
        self.starts = starts
        self.reviewer = reviewer
        self.approvals = approvals
        self.approvalsNeeded = approvalsNeeded
        self.addedCriticalPermissions = addedCriticalPermissions
        self.hasFiles = hasFiles
        self.permyriad = permyriad
        self.groups = groups
        self.plan = plan
        self.stepTime = stepTime
        self.comment = comment
        self.quarantine = quarantine
        self.allowed = allowed
        self.isAnnounced = isAnnounced
        self.actions = actions
    }
}
