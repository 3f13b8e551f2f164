package struct NewOrganization: Codable, Sendable {
    package let id: String
    package let name: String
    package let publisher: String?
    package let ownsSuperApps: Bool?

    package init(id: String, name: String, publisher: String? = nil, ownsSuperApps: Bool? = nil) {
        self.id = id
        self.name = name
        self.publisher = publisher
        self.ownsSuperApps = ownsSuperApps
    }
}
