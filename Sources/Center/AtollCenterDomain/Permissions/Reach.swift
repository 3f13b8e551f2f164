/// How far a role reaches: to everything, or to what is one's own.
package enum Reach: String, Hashable, Sendable, CaseIterable {
    case everything
    /// What belongs to the member's organization.
    case organization
    /// What is about a super app of the organization: one that the role is not narrowed away from.
    case superApp
    /// What is about a mini app of the organization: one that the role is not narrowed away from.
    case miniApp
    /// What somebody has made or done themselves.
    case oneself
}
