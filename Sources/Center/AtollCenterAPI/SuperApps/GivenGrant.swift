/// How an organization may publish in a super app.
package struct GivenGrant: Codable, Sendable {
    package let comment: String?
    /// Whether its versions need the approvals of the super app; by default they do.
    package let needsReview: Bool?

    package init(comment: String? = nil, needsReview: Bool? = nil) {
        self.comment = comment
        self.needsReview = needsReview
    }
}
