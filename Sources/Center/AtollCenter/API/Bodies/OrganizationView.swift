struct OrganizationView: Codable, Sendable, Documented {
    let id: String
    let name: String
    let publisher: String?
    let ownsSuperApps: Bool
    let needsSecondFactor: Bool
    let isClosed: Bool
    let created: Int
    let revision: Int

    init(_ organization: Organization) {
        id = organization.id
        name = organization.name
        publisher = organization.publisher?.rawValue
        ownsSuperApps = organization.ownsSuperApps
        needsSecondFactor = organization.needsSecondFactor
        isClosed = organization.isClosed
        created = organization.created
        revision = organization.revision
    }

    static let schemaName = "Organization"
    static let schema = JSONSchema.object(
        [
            "id": .organization, "name": .text(1...100),
            "publisher": .reverseDomain, "ownsSuperApps": .bool, "needsSecondFactor": .bool, "isClosed": .bool,
            "created": .time, "revision": .integer(1...Int(Int32.max)),
        ], optional: ["publisher"])
}
