import AtollCenter
import Hummingbird

extension Console {
    /// The audit log, as far as the visitor may read it.
    var auditRoutes: [CenterRoute] { [page("audit") { visit in try await audit(visit) }] }

    private static let filters = ["organization", "superApp", "miniApp", "actor", "action"]

    private func audit(_ visit: Visit) async throws -> Response {
        let asked = Self.filters.compactMap { name in visit.query(name).map { (name, $0) } }
        var path = "audit?limit=50"
        for (name, value) in asked { path += "&\(name)=\(Self.encoded(value))" }
        let rest = asked.map { "&\($0.0)=\(Self.encoded($0.1))" }.joined()
        if let cursor = visit.query("cursor") { path += "&cursor=\(Self.encoded(cursor))" }
        let found: Answers.Page<Answers.AuditEntry> = try await interface.get(path, for: visit)
        let values: [String: any Sendable] = [
            "entries": found.items.map { entry in
                [
                    "time": visit.texts.time(entry.time / 1_000),
                    "who": entry.actorName ?? visit.texts("actor-" + entry.actorKind),
                    "via": entry.via, "action": entry.action,
                    "subject": [entry.miniApp ?? entry.superApp ?? entry.organization, entry.code.map(String.init)]
                        .compactMap { $0 }.joined(separator: " "),
                    "change": [entry.before, entry.after].compactMap { $0 }.joined(separator: " → "),
                    "comment": entry.comment ?? "",
                ]
            }, "isEmpty": found.items.isEmpty, "hasNext": found.next != nil,
            "next": "/audit?cursor=\(Self.encoded(found.next ?? ""))\(rest)",
            "filters": Self.filters.map {
                ["name": $0, "label": visit.texts("filter-" + $0), "value": visit.query($0) ?? ""]
            },
        ]
        return work("audit", values, title: visit.texts("audit"), at: "audit", for: visit)
    }
}
