/// A mini app, whose it is and where it belongs.
struct MiniAppView: Codable, Sendable, Documented {
    let id: String
    let publisher: String
    let organization: String?
    let superApp: String?
    /// Why nobody may start it while it is suspected.
    let quarantine: String?

    /// Whether devices have been told.
    let isAnnounced: Bool

    init(_ miniApp: MiniAppRecord, isAnnounced: Bool) {
        id = miniApp.id.rawValue
        publisher = miniApp.publisher.rawValue
        organization = miniApp.organization
        superApp = miniApp.superApp?.id.rawValue
        quarantine = miniApp.quarantine
        self.isAnnounced = isAnnounced
    }

    static let schemaName = "MiniApp"
    static let schema = JSONSchema.object(
        [
            "id": .reverseDomain, "publisher": .reverseDomain, "organization": .organization,
            "superApp": .reverseDomain, "quarantine": .text(), "isAnnounced": .bool,
        ], optional: ["organization", "superApp", "quarantine"])
}
