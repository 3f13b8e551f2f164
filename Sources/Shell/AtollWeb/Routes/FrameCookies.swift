import AtollPackages
import Hummingbird

/// `POST /frame-cookies`: the shell's page asks about a frame that has loaded and sent no message. If the launch's cookie never came
/// back, the browser stores no cookies for embedded pages. From then on, the host's worker carries the launches of this session, and the
/// page opens the frame again.
struct FrameCookies: ShellRoutes {
    let sessions: SessionStore
    let returns: LaunchReturns

    func add(to router: Router<ShellContext>) {
        router.post("frame-cookies", use: look)
    }

    /// Answers 205 if the page must open the frame again, otherwise 204.
    @Sendable private func look(_ request: Request, _ context: ShellContext) async throws -> Response {
        let session = try context.signedIn()
        let form = try await Form(request)
        guard let id = MiniAppID(form["miniApp"]),
            let launch = session.launch(
                of: id, form["card"] == "true" ? .card : .pages,
                version: form["version"].isEmpty ? nil : form["version"])
        else { throw ShellError.notFound }
        guard returns.lacksCookie(launch) else { return Response(status: .noContent) }
        if session.isCarried != true {
            try await sessions.carryLaunches(of: session.id)
            context.logger.info(
                "A browser stores no cookies for embedded pages. A worker carries the launches of this session.",
                metadata: ["miniApp": "\(id)"])
        }
        return Response(status: .resetContent)
    }
}
