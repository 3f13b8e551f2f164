import AtollCenterAPI

extension CommentBody: Documented {
    package static let schemaName = "Comment"
    package static let schema = JSONSchema.object(["comment": .text(0...2_000)], optional: ["comment"])
}
