import AtollLinks
import AtollPages
import Foundation
import HTTPTypes
import Hummingbird

/// `POST /sign-in` and `/sign-out`, and a page to sign in on for apps that have none of their own.
struct SignInPages {
    let shell: ShellParts

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
        let outcome = try await shell.signIn.attempt(
            name: name, password: form["password"], from: context.client, device: request.cookie(DeviceCookie.name),
            logger: context.logger)
        switch outcome {
        case .wrong:
            return try await refuse(
                name, "The name or the password is not right.", .unprocessableContent, address, site)
        case .limited(let seconds):
            return try await refuse(
                name, "Too many wrong passwords. Wait a moment and try again.", .tooManyRequests, address, site,
                retryAfter: seconds)
        case .busy(let seconds):
            return try await refuse(
                name, "Too many people are signing in. Try again in a few seconds.", .serviceUnavailable, address, site,
                retryAfter: seconds)
        case .signedIn(let user, let device):
            context.logger.info("Somebody signed in.", metadata: ["user": "\(user.id)", "client": "\(context.client)"])
            var response = try await shell.beginSession(for: user, request, context, leadingTo: address)
            response.headers.append(HTTPField(name: .setCookie, value: DeviceCookie.header(for: device)))
            return response
        }
    }

    @Sendable private func signOut(_ request: Request, _ context: ShellContext) async throws -> Response {
        if let session = context.session { try await shell.sessions.end(session.id) }
        var response = Response(status: .seeOther, headers: [.location: "/sign-in"])
        response.headers[.setCookie] = SessionMiddleware.expiredHeader
        response.headers[.clearSiteData] = "\"cache\", \"storage\""
        return response
    }

    /// The page again, with what is wrong.
    private func refuse(
        _ name: String, _ problem: String, _ status: HTTPResponse.Status, _ address: String, _ site: WebSite,
        retryAfter: Int? = nil
    ) async throws -> Response {
        var response = try await site.respond(
            SiteRequest(
                address: Self.path(returningTo: address), session: nil, user: nil,
                form: FormState(values: ["name": name], problem: problem), status: status
            ),
            shell
        )
        if let retryAfter { response.headers[.retryAfter] = String(retryAfter) }
        return response
    }
}

extension ShellParts {
    /// Begins a session in the browser that asks, ends the one that it had, and leads on.
    func beginSession(
        for user: User, _ request: Request, _ context: ShellContext, leadingTo address: String
    ) async throws -> Response {
        if let session = context.session { try await sessions.end(session.id) }
        let cookie = try await sessions.begin(for: user, label: BrowserLabel.label(of: request.headers[.userAgent]))
        var response = Response(
            status: .seeOther, headers: [.location: address, .setCookie: SessionMiddleware.header(for: cookie)])
        // What somebody else has left in this browser, whose session has ended by itself, is not for who comes now. A browser in which nobody
        // was signed in has nothing; while it clears, a click can get lost.
        if context.session != nil || request.cookie(DeviceCookie.name) != nil {
            response.headers[.clearSiteData] = "\"cache\", \"storage\""
        }
        return response
    }
}
