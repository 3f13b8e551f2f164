import AtollCenterAPI
import AtollCenterDomain

extension NewPreview: Documented {
    package static let schemaName = "NewPreview"
    package static let schema = JSONSchema.object(
        ["days": .integer(Preview.days), "opens": .integer(Preview.possibleOpens)], optional: ["days", "opens"])
}
