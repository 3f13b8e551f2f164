import AtollCenter
import AtollCenterAPI
import Hummingbird

extension Console {
    /// The page of the audit log, with the entries that the visitor may read.
    var auditRoutes: [CenterRoute] {
        [page("audit") { visit in try await audit(visit) }]
            + Self.formats.map { format, type in
                page("audit.\(format)") { visit in try await export(visit, format, type) }
            }
    }

    private static let formats = [("csv", "text/csv; charset=utf-8"), ("ndjson", "application/x-ndjson")]

    /// Exports the shown rows as a file, up to the maximum that the API returns in one response.
    private func export(_ visit: Visit, _ format: String, _ type: String) async throws -> Response {
        let asked = Self.filters.compactMap { name in visit.query(name).map { "\(name)=\(Self.encoded($0))" } }
        let data = try await interface.send(.get, "audit.\(format)?" + asked.joined(separator: "&"), for: visit)
        return Response(
            status: .ok,
            headers: [
                .contentType: type, .contentDisposition: "attachment; filename=\"audit.\(format)\"",
                .xContentTypeOptions: "nosniff", .cacheControl: "private, no-store",
                .contentSecurityPolicy: "default-src 'none'; sandbox",
            ], body: .init(byteBuffer: ByteBuffer(bytes: data)))
    }

    private static let filters = ["organization", "superApp", "miniApp", "actor", "action"]

    private func audit(_ visit: Visit) async throws -> Response {
        let asked = Self.filters.compactMap { name in visit.query(name).map { (name, $0) } }
        var path = "audit?limit=50"
        for (name, value) in asked { path += "&\(name)=\(Self.encoded(value))" }
        let rest = asked.map { "&\($0.0)=\(Self.encoded($0.1))" }.joined()
        if let cursor = visit.query("cursor") { path += "&cursor=\(Self.encoded(cursor))" }
        let found: PageView<AuditEntryView> = try await interface.get(path, for: visit)
        let values: [String: any Sendable] = [
            "entries": found.items.map { entry in
                [
                    "time": visit.texts.time(entry.time / 1_000),
                    "who": entry.actorName ?? visit.texts("actor-" + entry.actorKind),
                    "via": visit.texts("via-" + entry.via), "action": visit.texts("action-" + entry.action),
                    "code": entry.action,
                    "subject": [entry.miniApp ?? entry.superApp ?? entry.organization, entry.code.map(String.init)]
                        .compactMap { $0 }.joined(separator: " "),
                    "change": Self.change(entry, visit),
                    "comment": entry.comment ?? "",
                ]
            }, "isEmpty": found.items.isEmpty, "hasNext": found.next != nil,
            "next": "/audit?cursor=\(Self.encoded(found.next ?? ""))\(rest)",
            "exports": Self.formats.map { format, _ in
                [
                    "address": "/audit.\(format)?\(rest.dropFirst())",
                    "text": visit.texts("export", ["format": format.uppercased()]),
                ]
            },
            "isFiltered": !asked.isEmpty,
            "filters": Self.filters.map {
                ["name": $0, "label": visit.texts("filter-" + $0), "value": visit.query($0) ?? ""]
            },
        ]
        return work("audit", values, title: visit.texts("audit"), at: "audit", for: visit)
    }

    /// The change that a row of the log records, in the words of the other pages; empty if it records no change.
    private static func change(_ entry: AuditEntryView, _ visit: Visit) -> String {
        guard entry.before != entry.after else { return "" }
        return [entry.before, entry.after].compactMap(\.self).map {
            shown($0, isOfVersion: entry.miniApp != nil, visit.texts)
        }.joined(separator: " → ")
    }

    /// A state, with the share of a release. Other values are unchanged.
    private static func shown(_ value: String, isOfVersion: Bool, _ texts: ConsoleTexts) -> String {
        // In other rows, a value can be a name that people have chosen.
        for kind in isOfVersion ? ["state-", "kind-"] : ["session-"] {
            if let name = texts.texts[kind + value] { return name }
        }
        let parts = value.split(separator: " ", maxSplits: 1)
        guard isOfVersion, parts.count == 2, let state = texts.texts["state-\(parts[0])"], let share = Int(parts[1]),
            (0...10_000).contains(share)
        else { return value }
        return "\(state), \(texts.share(share))"
    }
}
