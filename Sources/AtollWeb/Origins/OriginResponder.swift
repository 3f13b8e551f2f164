import Hummingbird

/// Dispatches a request to the shell's pages or to a mini app's files, by its host name. Other host names get neither:
/// a domain of somebody else that points here must not show the shell's pages.
struct OriginResponder: HTTPResponder {
    let addresses: ShellAddresses
    let shell: any HTTPResponder<ShellContext>
    let miniApps: MiniAppResponder

    func respond(to request: Request, context: ShellContext) async throws -> Response {
        let response = try await answer(to: request, context: context)
        // An answer to HEAD has no body, an error as little as any other: what follows on the connection is the next answer.
        return request.method == .head && response.status.code >= 400 ? response.createHeadResponse() : response
    }

    private func answer(to request: Request, context: ShellContext) async throws -> Response {
        switch addresses.site(of: request.head.authority ?? "") {
        case .shell:
            return try await shell.respond(to: request, context: context)
        case .miniApp(let label):
            return await miniApps.respond(to: request, label: label, context: context)
        case .unknown where ["/health", "/.well-known/jwks.json"].contains(request.uri.path):
            return try await shell.respond(to: request, context: context)
        case .unknown where request.method == .get && request.uri.path == "/":
            // A user who typed 127.0.0.1 means the shell.
            return secured(Response(status: .found, headers: [.location: addresses.shellOrigin + "/"]))
        case .unknown:
            return secured(Response(status: .misdirectedRequest))
        }
    }

    private func secured(_ response: Response) -> Response {
        SecurityHeaders.adding(to: response, isSecure: addresses.scheme == "https")
    }
}
