import AtollCenterAPI

extension OrganizationChange: Documented {
    package static let schemaName = "OrganizationChange"
    package static let schema = JSONSchema.object(
        ["name": .text(1...100), "needsSecondFactor": .bool, "ownsSuperApps": .bool],
        optional: ["name", "needsSecondFactor", "ownsSuperApps"])
}
