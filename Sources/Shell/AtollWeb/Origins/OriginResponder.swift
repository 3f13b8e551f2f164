import ForeignText
import HTTPTypes
import Hummingbird

/// Dispatches a request to the shell's pages or to a mini app's files, by its host name. Other host names get neither:
/// a third party's domain that points here must not show the shell's pages.
struct OriginResponder: HTTPResponder {
    /// A shell at its addresses.
    struct Front: Sendable {
        let addresses: ShellAddresses
        let shell: any HTTPResponder<ShellContext>
        let miniApps: MiniAppResponder
    }

    /// The fronts, one for each of the shell's addresses.
    let fronts: [Front]
    let stage: any ShellStage

    func respond(to request: Request, context: ShellContext) async throws -> Response {
        let response = try await answer(to: request, context: context)
        // A response to HEAD must not have a body, not even an error: the client would read it as the next response on
        // the connection.
        return request.method == .head && response.status.code >= 400 ? response.createHeadResponse() : response
    }

    private func answer(to request: Request, context: ShellContext) async throws -> Response {
        let authority = request.head.authority ?? ""
        let request = stage.prepared(request)
        for front in fronts {
            switch front.addresses.site(of: authority) {
            case .shell:
                if let redirect = withoutFinalDot(request, authority, front.addresses) { return redirect }
                return try await front.shell.respond(to: request, context: context)
            case .miniApp(let label):
                return await front.miniApps.respond(to: request, label: label, context: context)
            case .unknown: continue
            }
        }
        switch try await stage.answer(to: request, for: authority) {
        case .response(let response): return response
        case .elsewhere(let origin): return redirect(request, to: origin)
        case nil: break
        }
        guard let first = fronts.first else { return secured(Response(status: .misdirectedRequest)) }
        if ["/health", "/.well-known/jwks.json"].contains(request.uri.path) {
            return try await first.shell.respond(to: request, context: context)
        }
        // A user who typed 127.0.0.1 means the shell.
        return redirect(request, to: first.addresses.shellOrigin)
    }

    /// Redirects a browser that was given a host with a trailing dot to the same page without it: for a browser, these
    /// are two origins, and mini apps may be framed by only one.
    private func withoutFinalDot(_ request: Request, _ authority: String, _ addresses: ShellAddresses) -> Response? {
        guard request.method == .get, request.headers[.secFetchMode] == "navigate",
            WebAuthority(authority, scheme: addresses.scheme).hasFinalDot
        else { return nil }
        return secured(
            Response(status: .permanentRedirect, headers: [.location: addresses.shellOrigin + "\(request.uri)"]))
    }

    /// Redirects to the pages of an origin from another name of this machine.
    private func redirect(_ request: Request, to origin: String) -> Response {
        guard request.method == .get, request.uri.path == "/" else {
            return secured(Response(status: .misdirectedRequest))
        }
        return secured(Response(status: .found, headers: [.location: origin + "/"]))
    }

    private func secured(_ response: Response) -> Response {
        SecurityHeaders.adding(to: response, isSecure: fronts.first?.addresses.scheme == "https")
    }
}
