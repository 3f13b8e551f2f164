import AtollPackages
import Hummingbird

/// `POST /frame-cookies`: the shell's page asks about a frame that has loaded and says nothing. If the launch's cookie never came back,
/// the browser keeps none of embedded pages: from then on, the host's worker carries the launches of this session, and the page opens the
/// frame anew.
struct FrameCookies: ShellRoutes {
    let sessions: SessionStore
    let returns: LaunchReturns

    func add(to router: Router<ShellContext>) {
        router.post("frame-cookies", use: look)
    }

    /// Answers 205 if the frame is to be opened anew, otherwise 204.
    @Sendable private func look(_ request: Request, _ context: ShellContext) async throws -> Response {
        let session = try context.signedIn()
        let form = try await Form(request)
        guard let id = MiniAppID(form["miniApp"]),
            let launch = session.launch(
                of: id, form["card"] == "true" ? .card : .pages,
                version: form["version"].isEmpty ? nil : form["version"])
        else { throw ShellError.notFound }
        guard session.isCarried != true, returns.isMissing(launch) else { return Response(status: .noContent) }
        try await sessions.carryLaunches(of: session.id)
        context.logger.info(
            "A browser keeps no cookies of embedded pages. A worker carries the launches of this session.",
            metadata: ["miniApp": "\(id)"])
        return Response(status: .resetContent)
    }
}
