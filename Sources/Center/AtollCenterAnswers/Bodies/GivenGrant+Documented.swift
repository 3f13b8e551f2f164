import AtollCenterAPI
import AtollCenterDomain

extension GivenGrant: Documented {
    package static let schemaName = "GivenGrant"
    package static let schema = JSONSchema.object(
        ["comment": .text(0...Grant.maximumComment), "needsReview": .bool], optional: ["comment", "needsReview"])
}
