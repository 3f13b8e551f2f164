import AtollCenterAPI

extension NewPreview: Documented {
    static let schemaName = "NewPreview"
    static let schema = JSONSchema.object(
        ["days": .integer(Preview.days), "opens": .integer(Preview.possibleOpens)], optional: ["days", "opens"])
}
