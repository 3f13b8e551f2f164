/// An action at the Center that needs a permission.
///
/// Each route names one. ``PermissionMatrix`` states which roles may take it.
package enum Action: String, Codable, Hashable, Sendable, CaseIterable {
    /// Create and close organizations, and decide whether they may own super apps and publish.
    case manageOrganizations = "organization:manage"
    /// Read an organization, its members and roles.
    case readOrganization = "organization:read"
    /// Change an organization's name and rules.
    case changeOrganization = "organization:change"
    /// Invite members, change their roles, suspend, reactivate and remove them.
    case manageMembers = "member:manage"
    /// Create, list and revoke your own API keys.
    case manageOwnKeys = "key:own"
    /// List and revoke all API keys of an organization.
    case manageKeys = "key:manage"
    /// Add and remove the repositories whose CI may publish.
    case manageTrustedPublishers = "ci:manage"
    /// Read which super apps there are, their versions and rules.
    case readSuperApps = "superapp:read"
    /// Create, change and disable super apps.
    case manageSuperApps = "superapp:manage"
    /// Say who signs the users' tokens of a super app.
    case manageSignIn = "superapp:sign-in"
    /// Add, enable and disable versions of a super app.
    case manageHostVersions = "host:manage"
    /// Set attributes, featured mini apps and the arrangement of the home screen.
    case manageCatalog = "catalog:manage"
    /// Ask that an organization may publish in a super app.
    case askForGrant = "grant:ask"
    /// Let organizations publish in a super app, and take that back.
    case giveGrant = "grant:give"
    /// Create mini apps, and change how they are found.
    case manageMiniApps = "miniapp:manage"
    /// Set who may open a mini app.
    case setAccess = "miniapp:access"
    /// Upload, submit, recall and discard versions.
    case uploadVersions = "version:upload"
    /// Make and revoke links to previews.
    case managePreviews = "preview:manage"
    /// Read a version: its state, its files, what was found in it.
    case readVersions = "version:read"
    /// Claim a version for review, give it back, comment on it.
    case review = "review:claim"
    /// Answer comments as the author, and resolve one's own.
    case answerReview = "review:answer"
    /// Take part in a review, as its reviewer or its author: comment, and have the checks run again.
    case discussReview = "review:discuss"
    /// Approve or reject a version.
    case decideReview = "review:decide"
    /// Deny a permission that a version asks for.
    case denyPermissions = "release:deny"
    /// Schedule, begin, continue and complete a release.
    case release = "release:run"
    /// Stop a release from reaching more devices.
    case holdRelease = "release:hold"
    /// Take a version back.
    case withdrawRelease = "release:withdraw"
    /// Withdraw all versions of a mini app for as long as it is suspected.
    case quarantine = "miniapp:quarantine"
    /// Read and export the audit log.
    case readAudit = "audit:read"
    /// Read how mini apps are used.
    case readUsage = "usage:read"
    /// Read what users report.
    case readProblems = "problem:read"
    /// Answer what users report, or dismiss it.
    case answerProblems = "problem:answer"
    /// Add and remove webhooks.
    case manageWebhooks = "hook:manage"
    /// Ask that an organization signs with other keys.
    case askForKeys = "publisher:ask"
    /// See the state of the repository and of the Center's parts.
    case readHealth = "health:read"
}
