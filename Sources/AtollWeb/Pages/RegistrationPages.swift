import AtollLinks
import AtollPages
import Hummingbird

/// `POST /register`, `/forgot` and `/reset`, where the directory of users can do that.
struct RegistrationPages {
    let shell: ShellParts
    let registry: any UserRegistry
    let site: WebSite

    func add(to router: Router<ShellContext>) {
        router.post("register", use: register)
        router.post("forgot", use: forgot)
        router.post("reset", use: reset)
    }

    @Sendable private func register(_ request: Request, _ context: ShellContext) async throws -> Response {
        let form = try await Form(request)
        let address = SignInPages.localAddress(form["return"])
        do {
            let user = try await registry.register(
                signInName: form["name"], name: form["full-name"], password: form["password"]
            )
            context.logger.info("Somebody registered.", metadata: ["user": "\(user.id)"])
            var response = Response(status: .seeOther, headers: [.location: address])
            response.headers[.setCookie] = SessionMiddleware.header(for: try await shell.sessions.begin(for: user))
            return response
        } catch let error as RegistrationError {
            return try await show(
                "register", returningTo: address,
                FormState(
                    values: [
                        "name": String(form["name"].prefix(200)), "full-name": String(form["full-name"].prefix(200)),
                    ],
                    problem: error.description
                ),
                .unprocessableContent
            )
        }
    }

    @Sendable private func forgot(_ request: Request, _ context: ShellContext) async throws -> Response {
        let form = try await Form(request)
        let origin = shell.configuration.addresses.shellOrigin
        try await registry.sendReset(to: form["name"]) { code in
            DeepLink(components: ["reset"], items: [.init("code", code)]).url(origin: origin)
        }
        // The same for a name that nobody has: who has an account here is nobody's business.
        return try await show(
            "forgot", returningTo: SignInPages.localAddress(form["return"]),
            FormState(notice: "If somebody signs in with this name, a link is on its way to them."), .ok
        )
    }

    @Sendable private func reset(_ request: Request, _ context: ShellContext) async throws -> Response {
        let form = try await Form(request)
        let code = String(form["code"].prefix(200))
        do {
            guard let user = try await registry.reset(code: code, password: form["password"]) else {
                return try await show(
                    "reset", returningTo: "/",
                    FormState(problem: "This link was used already, or is too old. Ask for another one."),
                    .unprocessableContent
                )
            }
            // Whoever knew the old password is out.
            try await shell.sessions.endAll(of: user.id)
            context.logger.info("Somebody has another password.", metadata: ["user": "\(user.id)"])
        } catch let error as RegistrationError {
            return try await show(
                "reset", returningTo: "/", FormState(values: ["code": code], problem: error.description),
                .unprocessableContent
            )
        }
        return try await show(
            "sign-in", returningTo: "/", FormState(notice: "Your password was changed. Sign in with the new one."), .ok
        )
    }

    private func show(
        _ page: String, returningTo address: String, _ form: FormState, _ status: HTTPResponse.Status
    ) async throws -> Response {
        let items = address == "/" ? [] : [DeepLink.Item(DeepLink.returnItem, address)]
        return try await site.respond(
            SiteRequest(
                address: DeepLink(components: [page], items: items).path, session: nil, user: nil, form: form,
                status: status
            ),
            shell
        )
    }
}
