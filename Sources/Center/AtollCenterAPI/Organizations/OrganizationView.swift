package struct OrganizationView: Codable, Sendable {
    package let id: String
    package let name: String
    package let publisher: String?
    package let ownsSuperApps: Bool
    package let needsSecondFactor: Bool
    package let isClosed: Bool
    package let created: Int
    package let revision: Int
    /// The actions that the reader may take.
    package let actions: Actions

    package init(
        id: String, name: String, publisher: String? = nil, ownsSuperApps: Bool, needsSecondFactor: Bool,
        isClosed: Bool, created: Int, revision: Int, actions: Actions
    ) {
        self.id = id
        self.name = name
        self.publisher = publisher
        self.ownsSuperApps = ownsSuperApps
        self.needsSecondFactor = needsSecondFactor
        self.isClosed = isClosed
        self.created = created
        self.revision = revision
        self.actions = actions
    }
}
