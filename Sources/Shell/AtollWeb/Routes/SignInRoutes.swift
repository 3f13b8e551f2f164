import AtollPages
import HTTPTypes
import Hummingbird

/// `POST /sign-in` and `/sign-out`, and `GET /signed-out`, which clears the browser's stored data.
struct SignInRoutes: ShellRoutes {
    let pages: SitePages
    let browsers: BrowserSessions
    let signIn: PasswordSignIn

    func add(to router: Router<ShellContext>) {
        router.post("sign-in", use: begin)
        router.post("sign-out", use: signOut)
        router.get("signed-out", use: signedOut)
    }

    @Sendable private func begin(
        _ request: Request, _ context: ShellContext
    ) async throws -> Response {
        let form = try await Form(request)
        let address = LocalAddress.checked(form["return"])
        let name = String(form["name"].prefix(200))
        let outcome = try await signIn.attempt(
            name: name, password: form["password"], from: context.client, device: request.cookie(DeviceCookie.name),
            logger: context.logger)
        switch outcome {
        case .wrong:
            return try await refuse(
                name, localized("The name or password is incorrect."), .unprocessableContent, address)
        case .limited(let seconds):
            return try await refuse(
                name, localized("Too many wrong passwords. Wait a moment and try again."), .tooManyRequests, address,
                retryAfter: seconds)
        case .busy(let seconds):
            return try await refuse(
                name, localized("Too many people are signing in. Try again in a few seconds."), .serviceUnavailable,
                address,
                retryAfter: seconds)
        case .signedIn(let user, let device, let endings):
            var response: Response
            do {
                response = try await browsers.begin(for: user, since: endings, request, context, leadingTo: address)
            } catch is SessionEndings.EndedMeanwhile {
                signIn.logEndedMeanwhile(user, from: context.client, logger: context.logger)
                return try await refuse(
                    name, localized("The name or password is incorrect."), .unprocessableContent, address)
            }
            context.logger.info("A user signed in.", metadata: ["user": "\(user.id)", "client": "\(context.client)"])
            response.headers.append(HTTPField(name: .setCookie, value: DeviceCookie.header(for: device)))
            return response
        }
    }

    @Sendable private func signOut(_ request: Request, _ context: ShellContext) async throws -> Response {
        if let session = context.session { try await browsers.sessions.end(session.id) }
        var response = Response(status: .seeOther, headers: [.location: "/sign-in"])
        response.headers[.setCookie] = SessionMiddleware.expiredHeader
        // The page's worker leads to the page that clears the data: this response would end the worker while it waits
        // for it.
        if request.headers[.atollWorker] == nil { response.headers[.clearSiteData] = Self.everything }
        return response
    }

    /// Clears the site's data after a sign-out, and leads to the sign-in page. A link from another site clears nothing.
    @Sendable private func signedOut(_ request: Request, _ context: ShellContext) async throws -> Response {
        var response = Response(status: .seeOther, headers: [.location: "/sign-in"])
        if context.session == nil, request.headers[.secFetchSite] == "same-origin" {
            response.headers[.clearSiteData] = Self.everything
        }
        return response
    }

    private static let everything = "\"cache\", \"storage\""

    /// Shows the sign-in page again, with an error.
    private func refuse(
        _ name: String, _ problem: String, _ status: HTTPResponse.Status, _ address: String,
        retryAfter: Int? = nil
    ) async throws -> Response {
        var response = try await pages.respond(
            SiteRequest(
                address: LocalAddress.signIn(returningTo: address), session: nil, user: nil,
                form: FormState(values: ["name": name], problem: problem), status: status
            ))
        if let retryAfter { response.headers[.retryAfter] = String(retryAfter) }
        return response
    }
}
