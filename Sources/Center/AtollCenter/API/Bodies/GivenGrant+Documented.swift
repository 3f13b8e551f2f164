import AtollCenterAPI

extension GivenGrant: Documented {
    static let schemaName = "GivenGrant"
    static let schema = JSONSchema.object(
        ["comment": .text(0...Grant.maximumComment), "needsReview": .bool], optional: ["comment", "needsReview"])
}
