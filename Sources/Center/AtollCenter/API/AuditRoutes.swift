import AtollCenterAPI
import AtollCenterAnswers
import AtollCenterDomain
import HTTPTypes

/// `GET /v1/audit`: the rows of the audit log that the reader may see.
struct AuditRoutes {
    let store: PeopleStore

    private static let parameters: [RouteDocument.Parameter] = [
        .init(name: "organization", schema: .text(1...200), summary: "About this organization."),
        .init(name: "superApp", schema: .text(1...200), summary: "About this super app."),
        .init(name: "miniApp", schema: .text(1...200), summary: "About this mini app."),
        .init(name: "actor", schema: .text(1...200), summary: "By this account or key."),
        .init(
            name: "action", schema: .one(of: AuditAction.allCases.map(\.rawValue)), summary: "Of this kind."),
        .init(name: "subject", schema: .text(1...200), summary: "About this account, invitation or key."),
        .init(name: "from", schema: .time, summary: "Not before this time, in milliseconds since 1970."),
        .init(name: "to", schema: .time, summary: "Before this time."),
        .init(name: "cursor", schema: .integer(1...JSONSchema.maximumInteger), summary: "The next of the page before."),
        APIRequest.limitParameter,
    ]

    var routes: [APIRoute] {
        [
            APIRoute(
                .get, "v1/audit", .action(.readAudit), "audit", "The audit log, the newest row first",
                query: Self.parameters
            ) { request in
                let (caller, filter) = (try request.who(), try filter(request))
                let cursor = try request.number("cursor", in: 1...JSONSchema.maximumInteger)
                let size = try request.pageSize()
                let (entries, names) = try await store.read { view in
                    var filter = filter
                    filter.visible = try view.visibleAudit(for: caller)
                    let entries = try AuditLog.entries(filter, before: cursor, limit: size, view.session)
                    return (
                        try view.hidingOrigins(of: entries, from: filter.visible, to: caller),
                        try view.names(of: Set(entries.map(\.actor)), visibleTo: caller)
                    )
                }
                return PageView(entries.map { AuditEntryView($0, names: names) }, full: size) { "\($0.number)" }
            }
        ] + AuditExport.allCases.map(exporting)
    }

    /// The rows as a file, of up to ``AuditExport/maximum`` rows; the header `Atoll-Next` has the cursor of the next.
    private func exporting(_ format: AuditExport) -> APIRoute {
        APIRoute(
            .get, "v1/audit.\(format.rawValue)", .action(.readAudit), "audit",
            "The audit log as a file, the newest row first, up to \(AuditExport.maximum) rows; the header Atoll-Next has the cursor of the next",
            answers: format.mediaType, query: Self.parameters.filter { $0.name != "limit" }
        ) { request in
            let (caller, filter) = (try request.who(), try filter(request))
            let cursor = try request.number("cursor", in: 1...JSONSchema.maximumInteger)
            let (rows, seen) = try await store.read { view in
                var filter = filter
                filter.visible = try view.visibleAudit(for: caller)
                let entries = try AuditLog.entries(filter, before: cursor, limit: AuditExport.maximum, view.session)
                let names = try view.names(of: Set(entries.map(\.actor)), visibleTo: caller)
                let rows = try view.hidingOrigins(of: entries, from: filter.visible, to: caller)
                    .map { AuditEntryView($0, names: names) }
                return (rows, filter.visible)
            }
            // In the log of each organization whose log it is; never in that of another.
            let asked = filter.organization
            let organizations = seen?.organizations.filter { asked == nil || $0 == asked } ?? [asked].compactMap(\.self)
            try await store.change(by: caller.actor) { change in
                for organization in organizations.isEmpty ? [nil] : organizations.map(Optional.some) {
                    try change.note(
                        AuditRecord(.exportAudit, organization: organization, after: "\(rows.count) rows"))
                }
            }
            var answer = APIAnswer(.ok, try format.data(of: rows))
            answer.mediaType = format.mediaType
            if rows.count == AuditExport.maximum, let last = rows.last {
                answer.headers[HTTPField.Name.knownName("Atoll-Next")] = "\(last.number)"
            }
            return answer
        }
    }

    private func filter(_ request: APIRequest) throws -> AuditFilter {
        var filter = AuditFilter()
        filter.organization = try request.query("organization")
        filter.superApp = try request.query("superApp")
        filter.miniApp = try request.query("miniApp")
        filter.actor = try request.query("actor")
        filter.subject = try request.query("subject")
        filter.action = try request.query("action").map { text in
            guard let action = AuditAction(rawValue: text) else { throw Problem.part("action", "is not an action") }
            return action
        }
        filter.from = try request.number("from", in: 0...JSONSchema.maximumInteger)
        filter.to = try request.number("to", in: 0...JSONSchema.maximumInteger)
        return filter
    }
}
