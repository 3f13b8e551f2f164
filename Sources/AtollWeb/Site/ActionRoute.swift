import AtollPages
import Hummingbird

/// `POST /do/{feature}/{name}`: a form of a feature, carried out for who is signed in, and back to where they were.
struct ActionRoute {
    let site: WebSite
    let shell: ShellParts

    func add(to router: Router<ShellContext>) {
        router.post("\(PageAction.component)/:feature/:name", use: perform)
    }

    @Sendable private func perform(_ request: Request, _ context: ShellContext) async throws -> Response {
        let session = try context.signedIn()
        let user = try await shell.user(of: session)
        let name = [context.parameters.get("feature"), context.parameters.get("name")].compactMap(\.self)
        guard let action = await site.action(name.joined(separator: "/")) else { throw ShellError.notFound }
        let form = try await Form(request)
        let asking = PageUser(id: user.id, name: user.name, roles: user.roles, visit: session.id.hex)
        do {
            try await action.perform(ActionRequest(user: asking, fields: form.fields))
        } catch PageError.refused(let reason) {
            throw ShellError.badRequest(reason)
        } catch PageError.notFound(let text) {
            throw ShellError.nothing(text)
        }
        return Response(status: .seeOther, headers: [.location: SignInPages.localAddress(form["return"])])
    }
}
