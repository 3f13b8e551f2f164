/// A comment before it is stored.
package struct NewComment: Sendable {
    package let kind: ReviewComment.Kind
    package let answers: String?
    package let path: String?
    package let line: Int?
    package let lineText: String
    package let body: String

    package init(
        kind: ReviewComment.Kind, answers: String?, path: String?, line: Int?, lineText: String, body: String
    ) {
        self.kind = kind
        self.answers = answers
        self.path = path
        self.line = line
        self.lineText = lineText
        self.body = body
    }
}
