/// The comment on a change that needs a reason.
package struct CommentBody: Codable, Sendable {
    package let comment: String?

    package init(comment: String? = nil) {
        self.comment = comment
    }
}
