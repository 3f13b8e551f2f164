import AtollPackages
import AtollPages
import AtollTexts
import Foundation

/// The page with the notices of mini apps to the user. Opening it marks all of them as read.
struct NoticePages: Sendable {
    let notices: NoticeStore
    let center: CenterAccess
    let templates: Templates

    private struct Row: Encodable, Sendable {
        let id: String
        let miniApp: String
        let isMessage: Bool
        let title: String
        let body: String
        let address: String
        let time: String
        let isNew: Bool
    }

    private struct Body: Encodable, Sendable {
        let rows: [Row]
        let hasNone: Bool
        let back: String
    }

    func page<F>(_ context: PageContext<F>) async throws -> Page {
        guard let user = context.user else { throw ShellError.signedOut }
        var rows: [Row] = []
        for entry in try await notices.shown(to: user.id).prefix(100) {
            let name = await center.name(of: entry.miniApp, for: user.id)
            rows.append(
                Row(
                    id: entry.miniApp.rawValue, miniApp: name,
                    isMessage: entry.isMessage, title: entry.notice.title,
                    body: entry.notice.body, address: NoticeRoutes.address(of: entry),
                    time: Self.time(entry.notice.date), isNew: !entry.isRead))
        }
        try await notices.markRead(by: user.id)
        var page = Page(
            localized("Notices"),
            templates.render("notices", Body(rows: rows, hasNone: rows.isEmpty, back: context.current)))
        page.style = "page-notices"
        return page
    }

    private static func time(_ date: Date) -> String {
        TextDate.text(date, "MMMMdHHmm") + " UTC"
    }
}
