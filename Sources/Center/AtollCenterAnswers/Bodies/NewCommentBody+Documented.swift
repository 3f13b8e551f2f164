import AtollCenterAPI
import AtollCenterDomain

extension NewCommentBody: Documented {
    package var comment: NewComment {
        NewComment(
            kind: ReviewComment.Kind(rawValue: kind) ?? .note, answers: answers, path: path,
            line: path == nil ? nil : line, lineText: path == nil ? "" : lineText ?? "", body: body)
    }

    package static let schemaName = "NewComment"
    package static let schema = JSONSchema.object(
        [
            "kind": .one(of: ReviewComment.Kind.allCases.map(\.rawValue)), "body": .text(1...VersionRecord.maximumText),
            "answers": .text(1...40), "path": .text(1...255), "line": .integer(1...10_000_000),
            "lineText": .text(0...500),
        ], optional: ["answers", "path", "line", "lineText"])
}
