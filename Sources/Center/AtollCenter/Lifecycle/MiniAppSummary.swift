/// A mini app of an organization, and where its versions are.
struct MiniAppSummary: Hashable, Sendable {
    let id: String
    let superApp: String?
    let quarantine: String?
    /// The code of the version that all devices receive, of the one that some receive, and of the one that is before the
    /// reviewers or approved; nil where there is none.
    let live: Int?
    let partial: Int?
    let next: Int?
}
