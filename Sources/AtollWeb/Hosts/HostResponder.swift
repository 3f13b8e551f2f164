import Hummingbird

/// Sends a request to the shell's pages or to a mini app's files, by the host name that it is for. A name that is
/// neither gets neither: a page that a stranger's domain was pointed at is not ours to show.
struct HostResponder: HTTPResponder {
    let addresses: ShellAddresses
    let shell: any HTTPResponder<ShellContext>
    let miniApps: MiniAppSite

    func respond(to request: Request, context: ShellContext) async throws -> Response {
        switch addresses.site(of: request.head.authority ?? "") {
        case .shell:
            return try await shell.respond(to: request, context: context)
        case .miniApp(let label):
            return await miniApps.respond(to: request, label: label, context: context)
        case .unknown where ["/health", "/.well-known/jwks.json"].contains(request.uri.path):
            return try await shell.respond(to: request, context: context)
        case .unknown where request.method == .get && request.uri.path == "/":
            // Somebody who typed 127.0.0.1 means us.
            return secured(Response(status: .found, headers: [.location: addresses.shellOrigin + "/"]))
        case .unknown:
            return secured(Response(status: .misdirectedRequest))
        }
    }

    private func secured(_ response: Response) -> Response {
        SecurityHeaders.adding(to: response, isSecure: addresses.scheme == "https")
    }
}
