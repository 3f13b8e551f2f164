/// A comment about a version.
struct ReviewCommentView: Codable, Sendable, Documented {
    let id: String
    /// The version that it was made about, which may be an earlier one.
    let code: Int
    let kind: String
    let answers: String?
    let path: String?
    let line: Int?
    let lineText: String
    let body: String
    /// The account, or the id of a key.
    let author: String
    /// Nil for somebody whom the reader does not know.
    let authorName: String?
    /// Whether it is the reader's own.
    let isOwn: Bool
    let created: Int
    let resolved: Int?

    init(_ comment: ReviewComment, author name: String?, isOwn: Bool) {
        (id, code, kind, answers) = (comment.id, comment.code, comment.kind.rawValue, comment.answers)
        (path, line, lineText, body) = (comment.path, comment.line, comment.lineText, comment.body)
        (author, created, resolved) = (comment.author, comment.created, comment.resolved)
        authorName = name
        self.isOwn = isOwn
    }

    static let schemaName = "ReviewComment"
    static let schema = JSONSchema.object(
        [
            "id": .text(1...40), "code": .integer(1...(1 << 53)),
            "kind": .one(of: ReviewComment.Kind.allCases.map(\.rawValue)), "answers": .text(), "path": .text(),
            "line": .integer(1...(1 << 53)), "lineText": .text(), "body": .text(), "author": .text(),
            "authorName": .text(), "isOwn": .bool, "created": .time, "resolved": .time,
        ], optional: ["answers", "path", "line", "authorName", "resolved"])
}
