import AtollCenterAPI

extension MiniAppView: Documented {
    init(_ miniApp: MiniAppRecord, isAnnounced: Bool) {
        self.init(
            id: miniApp.id.rawValue,
            publisher: miniApp.publisher.rawValue,
            organization: miniApp.organization,
            superApp: miniApp.superApp?.id.rawValue,
            quarantine: miniApp.quarantine,
            isAnnounced: isAnnounced)
    }

    static let schemaName = "MiniApp"
    static let schema = JSONSchema.object(
        [
            "id": .reverseDomain, "publisher": .reverseDomain, "organization": .organization,
            "superApp": .reverseDomain, "quarantine": .text(), "isAnnounced": .bool,
        ], optional: ["organization", "superApp", "quarantine"])
}
