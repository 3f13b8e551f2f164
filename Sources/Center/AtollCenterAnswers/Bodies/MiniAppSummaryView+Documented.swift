import AtollCenterAPI
import AtollCenterDomain

extension MiniAppSummaryView: Documented {
    package init(_ summary: MiniAppSummary) {
        self.init(
            id: summary.id,
            superApp: summary.superApp,
            quarantine: summary.quarantine,
            live: summary.live,
            partial: summary.partial,
            next: summary.next)
    }

    private static let code = JSONSchema.integer(1...Int.max)
    package static let schemaName = "MiniAppSummary"
    package static let schema = JSONSchema.object(
        [
            "id": .reverseDomain, "superApp": .reverseDomain, "quarantine": .text(), "live": code, "partial": code,
            "next": code,
        ], optional: ["superApp", "quarantine", "live", "partial", "next"])
}
