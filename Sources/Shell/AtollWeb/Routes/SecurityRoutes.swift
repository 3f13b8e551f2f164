import AtollCredentials
import AtollPackages
import AtollPages
import Hummingbird

/// `POST /sessions/end`, `/sessions/end-others` and, if the directory of users is a ``UserRegistry``, `/password`.
struct SecurityRoutes: ShellRoutes {
    let pages: SitePages
    let browsers: BrowserSessions
    let registry: (any UserRegistry)?
    let throttles: AccountThrottles

    func add(to router: Router<ShellContext>) {
        router.post("sessions/end", use: end)
        router.post("sessions/end-others", use: endOthers)
        if let registry { router.post("password") { try await changePassword($0, $1, registry) } }
    }

    @Sendable private func end(_ request: Request, _ context: ShellContext) async throws -> Response {
        let session = try context.signedIn()
        let form = try await Form(request)
        // A session of another user is treated as if it did not exist.
        guard let id = SHA256Hash(hex: form["id"]), let meant = await browsers.sessions.session(id),
            meant.user == session.user
        else { throw ShellError.nothing(localized("This session has already ended.")) }
        try await browsers.sessions.end(id)
        context.logger.info("A session was ended by its user.", metadata: ["user": "\(session.user)"])
        return back(form)
    }

    @Sendable private func endOthers(_ request: Request, _ context: ShellContext) async throws -> Response {
        let session = try context.signedIn()
        let form = try await Form(request)
        try await browsers.sessions.endAll(of: session.user, except: session.id)
        context.logger.info("All other sessions were ended by their user.", metadata: ["user": "\(session.user)"])
        return back(form)
    }

    private func back(_ form: Form) -> Response {
        Response(status: .seeOther, headers: [.location: LocalAddress.checked(form["return"])])
    }

    private func changePassword(
        _ request: Request, _ context: ShellContext, _ registry: any UserRegistry
    ) async throws -> Response {
        let session = try context.signedIn()
        let user = try await browsers.user(of: session)
        let form = try await Form(request)
        let state: FormState
        do {
            try AccountThrottles.take(throttles.passwords, user.id)
            // Signs out everyone who knew the old password, except this browser.
            let endOthers = { @Sendable [sessions = browsers.sessions] (id: String) in
                try await sessions.endAll(of: id, except: session.id)
            }
            let isChanged = try await HashingPool.$caller.withValue(.init("user \(user.id)")) {
                try await registry.changePassword(of: user.id, from: form["old"], to: form["new"], before: endOthers)
            }
            if isChanged {
                // Sessions that began with the old password in the meantime end, too.
                try await endOthers(user.id)
                context.logger.notice(
                    "A user changed their password.",
                    metadata: ["user": "\(user.id)", "client": "\(context.client)"])
                state = FormState(notice: localized("Your password was changed. You were signed out everywhere else."))
            } else {
                context.logger.notice(
                    "A password change failed: the current password was wrong.",
                    metadata: ["user": "\(user.id)", "client": "\(context.client)"])
                state = FormState(problem: localized("The current password is incorrect."))
            }
        } catch let error as RegistrationError {
            state = FormState(problem: error.text)
        }
        return try await pages.respond(
            SiteRequest(
                address: LocalAddress.checked(form["return"]), session: session, user: user, form: state,
                status: state.problem == nil ? .ok : .unprocessableContent))
    }
}
