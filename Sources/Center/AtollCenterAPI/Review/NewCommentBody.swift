/// A comment about a version.
package struct NewCommentBody: Codable, Sendable {
    package let kind: String
    package let body: String
    package let answers: String?
    package let path: String?
    package let line: Int?
    package let lineText: String?

    package init(
        kind: String, body: String, answers: String? = nil, path: String? = nil, line: Int? = nil,
        lineText: String? = nil
    ) {
        self.kind = kind
        self.body = body
        self.answers = answers
        self.path = path
        self.line = line
        self.lineText = lineText
    }
}
