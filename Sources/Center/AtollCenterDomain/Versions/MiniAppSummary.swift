/// A mini app of an organization, and where its versions are.
package struct MiniAppSummary: Hashable, Sendable {
    package let id: String
    package let superApp: String?
    package let quarantine: String?
    /// The code of the version that all devices receive, of the one that some receive, and of the one that is before
    /// the reviewers or approved; `nil` for a missing one.
    package let live: Int?
    package let partial: Int?
    package let next: Int?
}
