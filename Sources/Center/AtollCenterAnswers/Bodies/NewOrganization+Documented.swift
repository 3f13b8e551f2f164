import AtollCenterAPI

extension NewOrganization: Documented {
    package static let schemaName = "NewOrganization"
    package static let schema = JSONSchema.object(
        ["id": .organization, "name": .text(1...100), "publisher": .reverseDomain, "ownsSuperApps": .bool],
        optional: ["publisher", "ownsSuperApps"])
}
