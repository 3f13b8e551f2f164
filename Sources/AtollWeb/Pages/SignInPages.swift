import Foundation
import Hummingbird

/// `/sign-in` and `/sign-out`.
struct SignInPages {
    let shell: ShellParts
    let throttle = SignInThrottle()

    private struct Page: Sendable {
        let frame: Frame
        let returnAddress: String
        let name: String
        let problem: String?
    }

    func add(to router: Router<ShellContext>) {
        router.get("sign-in") { request, context -> Response in
            let address = Self.localAddress(request.uri.queryParameters["return"].map { String($0) })
            // A session whose user is gone is none: it must not send anybody back and forth.
            if let session = context.session, try await shell.users.user(id: session.user) != nil {
                return redirect(to: address)
            }
            return page(returningTo: address)
        }
        router.post("sign-in", use: signIn)
        router.post("sign-out", use: signOut)
    }

    /// The address of the sign-in page for somebody who was on the way to what `request` asks for.
    static func address(returningTo request: Request) -> String {
        let address = request.uri.path + (request.uri.query.map { "?" + $0 } ?? "")
        guard address != "/", let value = address.addingPercentEncoding(withAllowedCharacters: .alphanumerics) else {
            return "/sign-in"
        }
        return "/sign-in?return=\(value)"
    }

    /// `address` where it is one of this shell's, otherwise the hub: a sign-in never leads to another site.
    static func localAddress(_ address: String?) -> String {
        guard
            let address, address.utf8.count <= 2_048, address.hasPrefix("/"), !address.hasPrefix("//"),
            address.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\\") })
        else { return HubPage.path }
        return address
    }

    @Sendable private func signIn(_ request: Request, _ context: ShellContext) async throws -> Response {
        let form = try await Form(request)
        let address = Self.localAddress(form["return"])
        let name = String(form["name"].prefix(200))

        // Counted before the password is looked at, so that many tries at once are many.
        let wait = await throttle.begin(name)
        guard wait <= .zero else {
            context.logger.notice("A sign-in has to wait after too many wrong passwords.")
            var response = page(
                returningTo: address, name: name, problem: "Too many wrong passwords. Wait a moment and try again.",
                status: .tooManyRequests
            )
            response.headers[.retryAfter] = String(wait.components.seconds + 1)
            return response
        }
        guard let user = try await shell.users.user(named: name, password: form["password"]) else {
            return page(
                returningTo: address, name: name, problem: "The name or the password is not right.",
                status: .unprocessableContent
            )
        }
        await throttle.recordSuccess(of: name)
        if let session = context.session { try await shell.sessions.end(session.id) }
        var response = redirect(to: address)
        response.headers[.setCookie] = SessionMiddleware.header(for: try await shell.sessions.begin(for: user))
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

    private func page(
        returningTo address: String, name: String = "", problem: String? = nil, status: HTTPResponse.Status = .ok
    ) -> Response {
        shell.templates.page(
            "sign-in",
            Page(
                frame: shell.frame(title: "Sign in", user: nil), returnAddress: address, name: name, problem: problem
            ),
            status: status
        )
    }

    private func redirect(to address: String) -> Response {
        Response(status: .seeOther, headers: [.location: address])
    }
}
