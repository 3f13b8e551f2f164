import AtollCenterAPI
import AtollCenterDomain

extension NewGrant: Documented {
    package static let schemaName = "NewGrant"
    package static let schema = JSONSchema.object(
        ["organization": .organization, "comment": .text(0...Grant.maximumComment)], optional: ["comment"])
}
