import AtollCenterAPI

extension NewMiniApp: Documented {
    static let schemaName = "NewMiniApp"
    static let schema = JSONSchema.object(["id": .reverseDomain, "superApp": .reverseDomain])
}
