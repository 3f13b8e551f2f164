import AtollCenterAPI

extension NewOrganization: Documented {
    static let schemaName = "NewOrganization"
    static let schema = JSONSchema.object(
        ["id": .organization, "name": .text(1...100), "publisher": .reverseDomain, "ownsSuperApps": .bool],
        optional: ["publisher", "ownsSuperApps"])
}
