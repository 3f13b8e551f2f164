import AtollPages
import Hummingbird

/// Gives every page that is not the shell's own to the site.
struct SiteMiddleware: RouterMiddleware {
    let site: WebSite
    let shell: ShellParts

    /// First components of what the shell answers itself.
    private static let own: Set = [
        "health", ".well-known", "assets", "styles", "icons", "bridge", "sign-out", "open",
        PageAction.component, "events", "cards", "frame-left", InstallableApp.manifestPath, InstallableApp.workerPath,
    ]

    func handle(
        _ request: Request, context: ShellContext,
        next: (Request, ShellContext) async throws -> Response
    ) async throws -> Response {
        let isMailed = RegistrationPages.mailed.contains(where: { request.uri.path == "/" + $0 })
        if isMailed, shell.users is any UserRegistry { return try await next(request, context) }
        let isRead = request.method == .get || request.method == .head
        let first = request.uri.path.split(separator: "/", maxSplits: 1).first.map(String.init) ?? ""
        guard isRead, !Self.own.contains(first) else { return try await next(request, context) }
        context.coreContext.endpointPath.value = "(page)"
        var response = try await site.respond(SiteRequest(request, context, shell), shell)
        if request.method == .head { response = response.createHeadResponse() }
        return response
    }
}

extension SiteRequest {
    /// What a request asks the site for, and who asks.
    init(_ request: Request, _ context: ShellContext, _ shell: ShellParts) async throws {
        self.init(
            address: Self.withoutPluses(request.uri.string), session: context.session,
            // A session whose user is gone is none.
            user: context.session == nil ? nil : try await shell.users.user(id: context.session?.user ?? "")
        )
    }
}

extension SiteRequest {
    /// An address in which a form's plus signs, which stand for spaces, are spaces. Links of ours never have one.
    private static func withoutPluses(_ address: String) -> String {
        guard let query = address.firstIndex(of: "?") else { return address }
        return String(address[..<query]) + address[query...].replacing("+", with: "%20")
    }
}

/// `/open?url=…`: where an address of any form leads.
struct OpenPage {
    let site: WebSite
    let shell: ShellParts

    func add(to router: Router<ShellContext>) {
        router.get("open") { request, _ -> Response in
            let addresses = request.uri.queryParameters.getAll("url")
            guard let address = addresses.first, addresses.count == 1 else {
                throw ShellError.badAddress("Say which address to open: /open?url=…")
            }
            return try await site.open(address, shell)
        }
    }
}
