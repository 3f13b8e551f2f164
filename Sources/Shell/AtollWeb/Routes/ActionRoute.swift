import AtollPages
import Hummingbird

/// `POST /do/{feature}/{name}`: performs the action of a form for the signed-in user, and redirects back to the page
/// where they were.
struct ActionRoute: ShellRoutes {
    let site: WebSite
    let browsers: BrowserSessions

    func add(to router: Router<ShellContext>) {
        router.post("\(PageAction.component)/:feature/:name", use: perform)
    }

    @Sendable private func perform(_ request: Request, _ context: ShellContext) async throws -> Response {
        let (user, session) = try await browsers.signedIn(context)
        let name = [context.parameters.get("feature"), context.parameters.get("name")].compactMap(\.self)
        guard let action = await site.action(name.joined(separator: "/")) else { throw ShellError.notFound }
        let form = try await Form(request)
        let asking = PageUser(user, in: session)
        do {
            try await action.perform(ActionRequest(user: asking, fields: form.fields))
        } catch PageError.refused(let reason) {
            throw ShellError.badRequest(reason)
        } catch PageError.notFound(let text) {
            throw ShellError.nothing(text)
        }
        return Response(status: .seeOther, headers: [.location: LocalAddress.checked(form["return"])])
    }
}
