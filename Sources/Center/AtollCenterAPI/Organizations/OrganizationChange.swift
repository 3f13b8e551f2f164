package struct OrganizationChange: Codable, Sendable {
    package let name: String?
    package let needsSecondFactor: Bool?
    package let ownsSuperApps: Bool?

    package init(name: String? = nil, needsSecondFactor: Bool? = nil, ownsSuperApps: Bool? = nil) {
        self.name = name
        self.needsSecondFactor = needsSecondFactor
        self.ownsSuperApps = ownsSuperApps
    }
}
