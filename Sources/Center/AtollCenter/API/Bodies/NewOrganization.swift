struct NewOrganization: Codable, Sendable, Documented {
    let id: String
    let name: String
    let publisher: String?
    let ownsSuperApps: Bool?

    static let schemaName = "NewOrganization"
    static let schema = JSONSchema.object(
        ["id": .organization, "name": .text(1...100), "publisher": .reverseDomain, "ownsSuperApps": .bool],
        optional: ["publisher", "ownsSuperApps"])
}
