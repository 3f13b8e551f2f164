/// A mini app, whose it is and where it belongs.
package struct MiniAppView: Codable, Sendable {
    package let id: String
    package let publisher: String
    package let organization: String?
    package let superApp: String?
    /// Why nobody may start it while it is suspected.
    package let quarantine: String?
    /// Whether devices have been told.
    package let isAnnounced: Bool
    /// What the reader may do with it.
    package let actions: Actions

    package init(
        id: String, publisher: String, organization: String? = nil, superApp: String? = nil, quarantine: String? = nil,
        isAnnounced: Bool, actions: Actions
    ) {
        self.id = id
        self.publisher = publisher
        self.organization = organization
        self.superApp = superApp
        self.quarantine = quarantine
        self.isAnnounced = isAnnounced
        self.actions = actions
    }
}
