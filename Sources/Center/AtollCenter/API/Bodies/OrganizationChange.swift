struct OrganizationChange: Codable, Sendable, Documented {
    let name: String?
    let needsSecondFactor: Bool?
    let ownsSuperApps: Bool?

    static let schemaName = "OrganizationChange"
    static let schema = JSONSchema.object(
        ["name": .text(1...100), "needsSecondFactor": .bool, "ownsSuperApps": .bool],
        optional: ["name", "needsSecondFactor", "ownsSuperApps"])
}
