import AtollCenterAPI

extension CommentBody: Documented {
    static let schemaName = "Comment"
    static let schema = JSONSchema.object(["comment": .text(0...2_000)], optional: ["comment"])
}
