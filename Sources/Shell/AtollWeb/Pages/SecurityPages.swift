import AtollPages
import AtollTexts
import Foundation

/// The pages on which users see their sessions and change their password.
struct SecurityPages: Sendable {
    let sessions: SessionStore
    let templates: Templates

    private struct Row: Encodable, Sendable {
        let id: String
        let label: String
        let isThisOne: Bool
        let began: String
        let used: String
        let back: String
    }

    private struct Sessions: Encodable, Sendable {
        let rows: [Row]
        let hasOthers: Bool
        let back: String
    }

    private struct Password: Encodable, Sendable {
        let name: String
        let problem: String?
        let notice: String?
        let back: String
    }

    func sessionsPage<F>(_ context: PageContext<F>) async throws -> Page {
        guard let user = context.user else { throw ShellError.signedOut }
        let all = await sessions.sessions(of: user.id)
        let ordered = all.filter { $0.id.hex == user.session } + all.filter { $0.id.hex != user.session }
        let back = context.current
        let rows = ordered.map { session in
            Row(
                id: session.id.hex,
                label: session.label.map(Self.label)
                    ?? (session.client == .app ? localized("The app") : localized("A browser")),
                isThisOne: session.id.hex == user.session, began: Self.day(session.created),
                used: Self.day(session.lastUsed), back: back)
        }
        var page = Page(
            localized("Sessions"),
            templates.render("sessions", Sessions(rows: rows, hasOthers: rows.count > 1, back: back)))
        page.isKept = false
        return page
    }

    func passwordPage<F>(_ context: PageContext<F>) -> Page {
        var page = Page(
            localized("Password"),
            templates.render(
                "password",
                Password(
                    name: context.user?.name ?? "", problem: context.form?.problem, notice: context.form?.notice,
                    back: context.current)))
        page.isKept = false
        return page
    }

    /// A name such as "Firefox on Linux", in the language of the request.
    private static func label(_ stored: String) -> String {
        let parts = stored.split(separator: " on ", maxSplits: 1)
        return parts.count == 2 ? localized("\(parts[0]) on \(parts[1])") : stored
    }

    private static func day(_ date: Date?) -> String {
        guard let date else { return localized("an unknown date") }
        return TextDate.text(date, "yMMMMd")
    }
}
