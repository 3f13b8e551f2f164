/// How far a role reaches: to everything, or to what is one's own.
package enum Reach: String, Hashable, Sendable, CaseIterable {
    case everything
    /// Subjects of the member's organization.
    case organization
    /// Subjects of a super app of the organization, unless the role is limited to others.
    case superApp
    /// Subjects of a mini app of the organization, unless the role is limited to others.
    case miniApp
    /// The member's own objects and actions.
    case oneself
}
