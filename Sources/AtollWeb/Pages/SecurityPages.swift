import AtollLinks
import AtollNavigation
import AtollPackages
import AtollPages
import Credentials
import Foundation
import Hummingbird

/// Where a user is signed in, and their password: the pages, and `POST /sessions/end`, `/sessions/end-others` and `/password`.
struct SecurityPages {
    let shell: ShellParts

    /// The components of the pages' addresses, to which forms come back.
    static let sessions = "sessions"
    static let password = "password"

    private struct Row: Sendable {
        let id: String
        let label: String
        let isThisOne: Bool
        let began: String
        let used: String
        let back: String
    }

    private struct Sessions: Sendable {
        let rows: [Row]
        let hasOthers: Bool
        let back: String
    }

    private struct Password: Sendable {
        let name: String
        let problem: String?
        let notice: String?
        let back: String
    }

    func add(to router: Router<ShellContext>, site: WebSite) {
        router.post("sessions/end", use: end)
        router.post("sessions/end-others", use: endOthers)
        if let registry = shell.users as? any UserRegistry {
            router.post("password") { try await changePassword($0, $1, site, registry) }
        }
    }

    func sessionsPage<F>(_ context: PageContext<F>) async throws -> Page {
        guard let user = context.user else { throw ShellError.signedOut }
        let all = await shell.sessions.sessions(of: user.id)
        let sessions = all.filter { $0.id.hex == user.visit } + all.filter { $0.id.hex != user.visit }
        let back = context.current
        let rows = sessions.map { session in
            Row(
                id: session.id.hex, label: session.label ?? (session.isApp == true ? "The app" : "A browser"),
                isThisOne: session.id.hex == user.visit, began: Self.day(session.created),
                used: Self.day(session.lastUsed), back: back)
        }
        return Page(
            "Sessions",
            shell.templates.render("sessions", Sessions(rows: rows, hasOthers: rows.count > 1, back: back)))
    }

    func passwordPage<F>(_ context: PageContext<F>) -> Page {
        Page(
            "Password",
            shell.templates.render(
                "password",
                Password(
                    name: context.user?.name ?? "", problem: context.form?.problem, notice: context.form?.notice,
                    back: context.current)))
    }

    private static func day(_ date: Date?) -> String {
        guard let date else { return "some time ago" }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_GB")
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = "d MMMM yyyy"
        return formatter.string(from: date)
    }

    @Sendable private func end(_ request: Request, _ context: ShellContext) async throws -> Response {
        let session = try context.signedIn()
        let form = try await Form(request)
        // Another user's session does not exist for this one.
        guard let id = BlobDigest(hex: form["id"]), let meant = await shell.sessions.session(id),
            meant.user == session.user
        else { throw ShellError.nothing("This session has ended already.") }
        try await shell.sessions.end(id)
        context.logger.info("A session was ended by its user.", metadata: ["user": "\(session.user)"])
        return back(form)
    }

    @Sendable private func endOthers(_ request: Request, _ context: ShellContext) async throws -> Response {
        let session = try context.signedIn()
        let form = try await Form(request)
        try await shell.sessions.endAll(of: session.user, except: session.id)
        context.logger.info("All other sessions were ended by their user.", metadata: ["user": "\(session.user)"])
        return back(form)
    }

    private func back(_ form: Form) -> Response {
        Response(status: .seeOther, headers: [.location: SignInPages.localAddress(form["return"])])
    }

    private func changePassword(
        _ request: Request, _ context: ShellContext, _ site: WebSite, _ registry: any UserRegistry
    ) async throws -> Response {
        let session = try context.signedIn()
        let user = try await shell.user(of: session)
        let form = try await Form(request)
        let state: FormState
        do {
            try await AccountThrottles.take(shell.throttles.passwords, user.id)
            // Whoever knew the old password is out; this browser stays.
            let endOthers = { @Sendable [sessions = shell.sessions] (id: String) in
                try await sessions.endAll(of: id, except: session.id)
            }
            let isChanged = try await HashingPool.$caller.withValue(.init("user \(user.id)")) {
                try await registry.changePassword(of: user.id, from: form["old"], to: form["new"], before: endOthers)
            }
            if isChanged {
                // Those as well that began with the old one meanwhile.
                try await endOthers(user.id)
                context.logger.notice(
                    "Somebody has changed their password.",
                    metadata: ["user": "\(user.id)", "client": "\(context.client)"])
                state = FormState(notice: "Your password was changed. You were signed out everywhere else.")
            } else {
                context.logger.notice(
                    "A change of password failed: the old one was wrong.",
                    metadata: ["user": "\(user.id)", "client": "\(context.client)"])
                state = FormState(problem: "The old password is wrong.")
            }
        } catch let error as RegistrationError {
            state = FormState(problem: error.description)
        }
        return try await site.respond(
            SiteRequest(
                address: SignInPages.localAddress(form["return"]), session: session, user: user, form: state,
                status: state.problem == nil ? .ok : .unprocessableContent),
            shell)
    }
}
