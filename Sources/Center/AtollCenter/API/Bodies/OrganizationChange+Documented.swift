import AtollCenterAPI

extension OrganizationChange: Documented {
    static let schemaName = "OrganizationChange"
    static let schema = JSONSchema.object(
        ["name": .text(1...100), "needsSecondFactor": .bool, "ownsSuperApps": .bool],
        optional: ["name", "needsSecondFactor", "ownsSuperApps"])
}
