/// A mini app, whose it is and where it belongs.
package struct MiniAppView: Codable, Sendable {
    package let id: String
    package let publisher: String
    package let organization: String?
    package let superApp: String?
    /// The reason for the quarantine; `nil` if the mini app is not quarantined.
    package let quarantine: String?
    /// Whether the change was announced to devices.
    package let isAnnounced: Bool
    /// The actions that the reader may take.
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
