struct MiniAppSummaryView: Codable, Sendable, Documented {
    let id: String
    let superApp: String?
    /// Why nobody may start it while it is suspected.
    let quarantine: String?
    /// The code of the version that all devices receive.
    let live: Int?
    /// Of the one that some receive.
    let partial: Int?
    /// Of the one that is before the reviewers, or approved.
    let next: Int?

    init(_ summary: MiniAppSummary) {
        id = summary.id
        superApp = summary.superApp
        quarantine = summary.quarantine
        live = summary.live
        partial = summary.partial
        next = summary.next
    }

    private static let code = JSONSchema.integer(1...Int.max)
    static let schemaName = "MiniAppSummary"
    static let schema = JSONSchema.object(
        [
            "id": .reverseDomain, "superApp": .reverseDomain, "quarantine": .text(), "live": code, "partial": code,
            "next": code,
        ], optional: ["superApp", "quarantine", "live", "partial", "next"])
}
