struct NewGrant: Decodable, Sendable, Documented {
    let organization: String
    let comment: String?

    static let schemaName = "NewGrant"
    static let schema = JSONSchema.object(
        ["organization": .organization, "comment": .text(0...Grant.maximumComment)], optional: ["comment"])
}
