import AtollCenterAPI
import AtollCenterDomain

extension ReviewCommentView: Documented {
    package init(_ comment: ReviewComment, author name: String?, isOwn: Bool) {
        self.init(
            id: comment.id,
            code: comment.code,
            kind: comment.kind.rawValue,
            answers: comment.answers,
            path: comment.path,
            line: comment.line,
            lineText: comment.lineText,
            body: comment.body,
            author: comment.author,
            authorName: name,
            isOwn: isOwn,
            created: comment.created,
            resolved: comment.resolved)
    }

    package static let schemaName = "ReviewComment"
    package static let schema = JSONSchema.object(
        [
            "id": .text(1...40), "code": .integer(1...(1 << 53)),
            "kind": .one(of: ReviewComment.Kind.allCases.map(\.rawValue)), "answers": .text(), "path": .text(),
            "line": .integer(1...(1 << 53)), "lineText": .text(), "body": .text(), "author": .text(),
            "authorName": .text(), "isOwn": .bool, "created": .time, "resolved": .time,
        ], optional: ["answers", "path", "line", "authorName", "resolved"])
}
