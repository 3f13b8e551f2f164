import AtollCenterAPI

extension NewMiniApp: Documented {
    package static let schemaName = "NewMiniApp"
    package static let schema = JSONSchema.object(["id": .reverseDomain, "superApp": .reverseDomain])
}
