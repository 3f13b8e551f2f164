/// What somebody says about a change that needs reasons.
struct CommentBody: Codable, Sendable, Documented {
    let comment: String?

    static let schemaName = "Comment"
    static let schema = JSONSchema.object(["comment": .text(0...2_000)], optional: ["comment"])
}
