/// A comment that somebody is about to make.
package struct NewComment: Sendable {
    package let kind: ReviewComment.Kind
    package let answers: String?
    package let path: String?
    package let line: Int?
    package let lineText: String
    package let body: String
}
