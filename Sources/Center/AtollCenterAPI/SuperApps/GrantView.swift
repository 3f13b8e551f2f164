package struct GrantView: Codable, Sendable {
    package let organization: String
    package let state: String
    package let comment: String
    package let changed: Int
    package let needsReview: Bool

    package init(organization: String, state: String, comment: String, changed: Int, needsReview: Bool) {
        self.organization = organization
        self.state = state
        self.comment = comment
        self.changed = changed
        self.needsReview = needsReview
    }
}
