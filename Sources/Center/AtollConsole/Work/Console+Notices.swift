import AtollCenter
import AtollCenterAPI
import Hummingbird

extension Console {
    /// The visitor's notices and their settings.
    var noticeRoutes: [CenterRoute] {
        [
            page("notices") { visit in try await notices(visit) },
            button("notices/read") { visit, form in
                try await interface.send(.put, "notices/read", ["number": Int(form["number"]) ?? 0], for: visit)
                return "/notices"
            },
            button("notices/settings") { visit, form in
                let settings: NoticeSettingsView = try await interface.get("notices/settings", for: visit)
                let items = try settings.items.filter { $0.isFixed != true }.map { item in
                    let text = form["mode-" + item.kind.rawValue]
                    guard let mode = text.isEmpty ? item.mode : NoticeKind.Mode(rawValue: text) else {
                        throw InterfaceError(.badRequest, visit.texts("nothing-here"))
                    }
                    return NoticeSettingsView.Item(kind: item.kind, mode: mode)
                }
                try await interface.send(.put, "notices/settings", NoticeSettingsView(items: items), for: visit)
                return "/notices#settings"
            },
        ]
    }

    private func notices(_ visit: Visit) async throws -> Response {
        let cursor = visit.query("cursor").flatMap { Int($0) }.map { "?cursor=\($0)" } ?? ""
        let found: PageView<NoticeView> = try await interface.get("notices" + cursor, for: visit)
        let settings: NoticeSettingsView = try await interface.get("notices/settings", for: visit)
        let rows = found.items.map { Self.line(of: $0, visit) }
        let values: [String: any Sendable] = [
            "notices": rows, "hasNotices": !rows.isEmpty, "hasUnread": found.items.contains { !$0.isRead },
            "last": found.items.first?.number ?? 0, "next": found.next ?? "",
            "settings": settings.items.map { item in
                [
                    "kind": item.kind.rawValue, "name": visit.texts("kind-" + item.kind.rawValue),
                    "isFixed": item.isFixed ?? false,
                    "modes": NoticeKind.Mode.allCases.map { mode in
                        [
                            "mode": mode.rawValue, "name": visit.texts("mode-" + mode.rawValue),
                            "isChosen": mode == item.mode,
                        ] as [String: any Sendable]
                    },
                ] as [String: any Sendable]
            },
        ]
        return work("notices", values, title: visit.texts("notices"), at: "notices", for: visit)
    }

    /// The newest unread notices, for the overview.
    func news(_ visit: Visit, upTo limit: Int) async throws -> [[String: any Sendable]] {
        guard visit.unread > 0 else { return [] }
        let found: PageView<NoticeView> = try await interface.get("notices?limit=20", for: visit)
        return found.items.filter { !$0.isRead }.prefix(limit).map { Self.line(of: $0, visit) }
    }

    /// A notice for templates.
    private static func line(of notice: NoticeView, _ visit: Visit) -> [String: any Sendable] {
        let name = notice.versionName ?? notice.code.map(String.init)
        let version = [notice.title ?? notice.miniApp, name].compactMap(\.self).joined(separator: " ")
        let isReviewers = [.claimed, .mustChange].contains(notice.kind)
        let isOfCenter = notice.kind == .role && notice.organization == "platform"
        let text = visit.texts(
            "notice-" + notice.kind.rawValue + (isOfCenter ? "-platform" : ""),
            [
                "version": version, "who": notice.actorName ?? visit.texts(isReviewers ? "a-reviewer" : "a-person"),
                "superApp": notice.superApp ?? "", "organization": notice.organization ?? "",
                "subject": notice.subject ?? "",
            ])
        return [
            "time": visit.texts.time(notice.time / 1_000), "isNew": !notice.isRead, "text": text,
            "who": notice.actorName ?? "", "address": address(of: notice),
        ]
    }

    /// The path of the page that a notice is about.
    private static func address(of notice: NoticeView) -> String {
        if let id = notice.miniApp {
            if [.problemReported, .harmReported].contains(notice.kind) { return "/miniapps/\(encoded(id))/feedback" }
            return notice.code.map { "/miniapps/\(encoded(id))/versions/\($0)" } ?? "/miniapps/\(encoded(id))"
        }
        if let superApp = notice.superApp { return "/superapps/\(encoded(superApp))" }
        if notice.kind == .keysAsked || notice.kind == .keysDecided, let organization = notice.organization {
            return "/organizations/\(encoded(organization))#publisher-keys"
        }
        if notice.kind == .webhookFailed || notice.kind == .role || notice.kind == .key {
            return notice.organization.map { "/organizations/\(encoded($0))" } ?? "/account"
        }
        return "/account"
    }
}
