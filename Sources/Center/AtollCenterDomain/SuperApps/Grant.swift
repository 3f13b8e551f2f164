import AtollPackages

/// Whether an organization may publish in a super app of another one.
package struct Grant: Hashable, Sendable {
    package let superApp: MiniAppID
    /// The organization that publishes.
    package let organization: String
    package let state: State
    /// The comment of the request.
    package let comment: String
    /// When it was asked for or given, whichever was last.
    package let changed: Int
    /// Whether its versions need the approvals of the super app: those of a publisher that one trusts need none.
    package let needsReview: Bool

    package enum State: String, Hashable, Sendable, CaseIterable {
        case asked, given
    }

    /// The longest comment, in Unicode scalars.
    package static let maximumComment = 2_000
}
