/// A comment about a version.
package struct ReviewCommentView: Codable, Sendable {
    package let id: String
    /// The version that it was made about, which may be an earlier one.
    package let code: Int
    package let kind: String
    package let answers: String?
    package let path: String?
    package let line: Int?
    package let lineText: String
    package let body: String
    /// The account, or the id of a key.
    package let author: String
    /// The author's name; `nil` if the reader may not see it.
    package let authorName: String?
    /// Whether it is the reader's own.
    package let isOwn: Bool
    package let created: Int
    package let resolved: Int?

    package init(
        id: String, code: Int, kind: String, answers: String? = nil, path: String? = nil, line: Int? = nil,
        lineText: String, body: String, author: String, authorName: String? = nil, isOwn: Bool, created: Int,
        resolved: Int? = nil
    ) {
        self.id = id
        self.code = code
        self.kind = kind
        self.answers = answers
        self.path = path
        self.line = line
        self.lineText = lineText
        self.body = body
        self.author = author
        self.authorName = authorName
        self.isOwn = isOwn
        self.created = created
        self.resolved = resolved
    }
}
