import AtollCredentials
import AtollLinks
import AtollPages
import BoundedServer
import Foundation
import HTTPTypes
import Hummingbird

/// `POST /register`, `/confirm`, `/forgot` and `/reset`, if the directory of users is a ``UserRegistry``. Each is
/// limited per client.
struct RegistrationRoutes: ShellRoutes {
    let pages: SitePages
    let browsers: BrowserSessions
    let signIn: PasswordSignIn
    let throttles: AccountThrottles
    let origin: String
    let registry: any UserRegistry

    func add(to router: Router<ShellContext>) {
        // Links in mails also work in a browser that is signed in: their pages are shown as if no user were signed in.
        router.get("confirm") { request, _ in try await read("confirm", request) }
        router.get("reset", use: showReset)
        router.post("register", use: register)
        router.post("confirm", use: confirm)
        router.post("forgot", use: forgot)
        router.post("reset", use: reset)
    }

    /// The pages that links in mails open.
    static let mailed = ["confirm", "reset"]

    private func read(_ page: String, _ request: Request) async throws -> Response {
        try await show(page, returningTo: "/", FormState(values: ["code": code(of: request)]), .ok)
    }

    private func code(of request: Request) -> String {
        String((request.uri.queryParameters["code"] ?? "").prefix(200))
    }

    @Sendable private func showReset(_ request: Request, _ context: ShellContext) async throws -> Response {
        // Not limited: a code has too many digits to be guessed, and nothing is hashed.
        guard try await registry.canReset(code: code(of: request)) else { return try await showUsed() }
        return try await read("reset", request)
    }

    /// The page for a link that can no longer be used, with a form to request a new one.
    private func showUsed() async throws -> Response {
        try await show(
            "reset", returningTo: "/",
            FormState(
                values: ["used": "yes"],
                problem: localized("This link has already been used or has expired. Request a new one.")),
            .gone)
    }

    @Sendable private func register(_ request: Request, _ context: ShellContext) async throws -> Response {
        let form = try await Form(request)
        let address = LocalAddress.checked(form["return"])
        let registration = Registration(
            signInName: form["name"], name: form["full-name"], email: form["email"], password: form["password"],
            network: signIn.digest(of: "network " + context.client.site))
        do {
            try AccountThrottles.take(throttles.checks, context.client.key)
            if let problem = PasswordRules.problem(with: registration.password) {
                throw RegistrationError.weakPassword(problem)
            }
            try AccountThrottles.take(throttles.registrations, context.client.key)
            let user = try await register(registration, for: context.client)
            context.logger.info(
                "A user registered.", metadata: ["user": "\(user.id)", "client": "\(context.client)"])
            var response = try await browsers.begin(for: user, request, context, leadingTo: address)
            // This browser is a known device of the user from the start.
            if let device = await signIn.token(ofRegistered: registration.signInName) {
                response.headers.append(HTTPField(name: .setCookie, value: DeviceCookie.header(for: device)))
            }
            return response
        } catch let error as RegistrationError {
            return try await show(
                "register", returningTo: address,
                FormState(
                    values: [
                        "name": String(form["name"].prefix(200)), "full-name": String(form["full-name"].prefix(200)),
                        "email": String(form["email"].prefix(300)),
                    ],
                    problem: error.text
                ),
                .unprocessableContent
            )
        }
    }

    /// Creates the account. Anyone can enter any e-mail address, so mail is limited: a mailbox can't be flooded, and no
    /// attacker can prevent its owner from registering.
    private func register(_ registration: Registration, for client: ClientAddress) async throws -> User {
        let address = signIn.digest(of: Self.mailbox(of: registration.email))
        let pair = "\(client.key) \(address)"
        try AccountThrottles.take(throttles.mailsFromClient, pair)
        do {
            try AccountThrottles.take(throttles.mailsToAddress, address)
        } catch {
            throttles.mailsFromClient.giveBack(pair)
            throw error
        }
        do {
            return try await HashingPool.$caller.withValue(.init("client \(client.key)")) {
                try await registry.register(registration, confirmation: link("confirm"))
            }
        } catch {
            // No mail was sent.
            throttles.mailsFromClient.giveBack(pair)
            throttles.mailsToAddress.giveBack(address)
            throw error
        }
    }

    /// Returns the address without the parts that mail providers may ignore: dots, and a plus sign with the text after
    /// it. Use it as a key for limits only.
    static func mailbox(of email: String) -> String {
        let email = email.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        guard let at = email.utf8.lastIndex(of: UInt8(ascii: "@")) else { return email }
        let local = email.utf8[..<at].prefix { $0 != UInt8(ascii: "+") }.filter { $0 != UInt8(ascii: ".") }
        return String(decoding: local, as: UTF8.self) + email[at...]
    }

    @Sendable private func confirm(_ request: Request, _ context: ShellContext) async throws -> Response {
        let form = try await Form(request)
        try AccountThrottles.take(throttles.codes, context.client.key)
        guard let user = try await registry.confirm(code: String(form["code"].prefix(200))) else {
            return try await show(
                "confirm", returningTo: "/",
                FormState(problem: localized("This link has already been used or has expired.")),
                .unprocessableContent)
        }
        context.logger.info("An e-mail address was confirmed.", metadata: ["user": "\(user.id)"])
        return try await show(
            "confirm", returningTo: "/", FormState(notice: localized("Your e-mail address is confirmed. Thank you.")),
            .ok)
    }

    @Sendable private func forgot(_ request: Request, _ context: ShellContext) async throws -> Response {
        let form = try await Form(request)
        try AccountThrottles.take(throttles.forgotten, context.client.key)
        let name = String(form["name"].prefix(200))
        // A name that has reached the limit of mails gets the same response: the limit must not reveal which names
        // exist.
        if throttles.mails.take(signIn.digest(of: name)) <= .zero {
            try await registry.sendReset(to: name, address: link("reset"))
        }
        // The same response for an unknown name, so that it does not reveal who has an account.
        return try await show(
            "forgot", returningTo: LocalAddress.checked(form["return"]),
            FormState(notice: localized("If an account has this name, a link is on its way to its e-mail address.")),
            .ok
        )
    }

    @Sendable private func reset(_ request: Request, _ context: ShellContext) async throws -> Response {
        let form = try await Form(request)
        let code = String(form["code"].prefix(200))
        do {
            try AccountThrottles.take(throttles.codes, context.client.key)
            // Signs out everyone who knew the old password.
            let endAll = { @Sendable [sessions = browsers.sessions] (id: String) in try await sessions.endAll(of: id) }
            let user = try await HashingPool.$caller.withValue(.init("client \(context.client.key)")) {
                try await registry.reset(code: code, password: form["password"], before: endAll)
            }
            guard let user else { return try await showUsed() }
            // Sessions that began with the old password in the meantime end, too.
            try await endAll(user.id)
            context.logger.notice(
                "A password was reset by mail.",
                metadata: ["user": "\(user.id)", "client": "\(context.client)"])
        } catch let error as RegistrationError {
            return try await show(
                "reset", returningTo: "/", FormState(values: ["code": code], problem: error.text),
                .unprocessableContent
            )
        }
        return try await show(
            "sign-in", returningTo: "/",
            FormState(notice: localized("Your password was changed. Sign in with the new one.")), .ok
        )
    }

    /// Returns a function that makes the URL of a page for a code.
    private func link(_ page: String) -> @Sendable (_ code: String) -> String {
        return { [origin] in DeepLink(components: [page], items: [.init("code", $0)]).url(origin: origin) }
    }

    private func show(
        _ page: String, returningTo address: String, _ form: FormState, _ status: HTTPResponse.Status
    ) async throws -> Response {
        return try await pages.respond(
            SiteRequest(
                address: LocalAddress.page(page, returningTo: address), session: nil, user: nil, form: form,
                status: status
            ))
    }
}
