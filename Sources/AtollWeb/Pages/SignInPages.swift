import AtollLinks
import AtollPages
import Foundation
import Hummingbird

/// `POST /sign-in` and `/sign-out`, and a page to sign in on for apps that have none of their own.
struct SignInPages {
    let shell: ShellParts
    var throttle = SignInThrottle()

    private struct Body: Sendable {
        let superApp: String
        let returnAddress: String
        let name: String
        let problem: String?
    }

    func add(to router: Router<ShellContext>, site: WebSite) {
        router.post("sign-in") { request, context in try await signIn(request, context, site) }
        router.post("sign-out", use: signOut)
    }

    func page<F>(_ context: PageContext<F>) -> Page {
        var page = Page(
            "Sign in",
            shell.templates.render(
                "sign-in",
                Body(
                    superApp: shell.configuration.host.name,
                    returnAddress: context.link.parameters[LinkParameter<String>(DeepLink.returnItem)] ?? "",
                    name: context.form?.values["name"] ?? "", problem: context.form?.problem
                )
            )
        )
        page.hasBar = false
        page.hasTabs = false
        page.style = "page-sign-in"
        return page
    }

    /// The address of the sign-in page for somebody who was on the way to what `request` asks for.
    static func address(returningTo request: Request) -> String {
        let address = request.uri.path + (request.uri.query.map { "?" + $0 } ?? "")
        return Self.path(returningTo: address)
    }

    private static func path(returningTo address: String) -> String {
        let items = address == "/" ? [] : [DeepLink.Item(DeepLink.returnItem, address)]
        return DeepLink(components: ["sign-in"], items: items).path
    }

    /// `address` where it is one of this shell's, otherwise the start: a sign-in never leads to another site.
    static func localAddress(_ address: String?) -> String {
        guard
            let address, address.utf8.count <= 2_048, address.hasPrefix("/"), !address.hasPrefix("//"),
            address.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\\") })
        else { return "/" }
        return address
    }

    @Sendable private func signIn(
        _ request: Request, _ context: ShellContext, _ site: WebSite
    ) async throws -> Response {
        let form = try await Form(request)
        let address = Self.localAddress(form["return"])
        let name = String(form["name"].prefix(200))

        // Counted before the password is looked at, so that many tries at once are many.
        let wait = await throttle.begin(name)
        guard wait <= .zero else {
            context.logger.notice("A sign-in has to wait after too many wrong passwords.")
            var response = try await refuse(
                name, "Too many wrong passwords. Wait a moment and try again.", .tooManyRequests, address, site
            )
            response.headers[.retryAfter] = String(wait.components.seconds + 1)
            return response
        }
        guard let user = try await shell.users.user(named: name, password: form["password"]) else {
            return try await refuse(
                name, "The name or the password is not right.", .unprocessableContent, address, site
            )
        }
        await throttle.recordSuccess(of: name)
        if let session = context.session { try await shell.sessions.end(session.id) }
        var response = redirect(to: address)
        response.headers[.setCookie] = SessionMiddleware.header(for: try await shell.sessions.begin(for: user))
        // What somebody else has left in this browser, whose session has ended by itself, is not for who comes now.
        response.headers[.clearSiteData] = "\"cache\", \"storage\""
        context.logger.info("Somebody signed in.", metadata: ["user": "\(user.id)"])
        return response
    }

    @Sendable private func signOut(_ request: Request, _ context: ShellContext) async throws -> Response {
        if let session = context.session { try await shell.sessions.end(session.id) }
        var response = redirect(to: "/sign-in")
        response.headers[.setCookie] = SessionMiddleware.expiredHeader
        response.headers[.clearSiteData] = "\"cache\", \"storage\""
        return response
    }

    /// The page again, with what is wrong.
    private func refuse(
        _ name: String, _ problem: String, _ status: HTTPResponse.Status, _ address: String, _ site: WebSite
    ) async throws -> Response {
        try await site.respond(
            SiteRequest(
                address: Self.path(returningTo: address), session: nil, user: nil,
                form: FormState(values: ["name": name], problem: problem), status: status
            ),
            shell
        )
    }

    private func redirect(to address: String) -> Response {
        Response(status: .seeOther, headers: [.location: address])
    }
}
