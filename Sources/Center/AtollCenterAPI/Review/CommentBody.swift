/// What somebody says about a change that needs reasons.
package struct CommentBody: Codable, Sendable {
    package let comment: String?

    package init(comment: String? = nil) {
        self.comment = comment
    }
}
