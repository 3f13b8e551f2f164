import AtollCenterAPI

extension NewGrant: Documented {
    static let schemaName = "NewGrant"
    static let schema = JSONSchema.object(
        ["organization": .organization, "comment": .text(0...Grant.maximumComment)], optional: ["comment"])
}
