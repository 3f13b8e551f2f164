import AtollLinks
import AtollPages
import BoundedServer
import Credentials
import Foundation
import HTTPTypes
import Hummingbird

/// `POST /register`, `/confirm`, `/forgot` and `/reset`, where the directory of users can do that. Each is counted by client.
struct RegistrationPages {
    let shell: ShellParts
    let registry: any UserRegistry
    let site: WebSite

    func add(to router: Router<ShellContext>) {
        // Links from a mail work for who is signed in as well: their pages are shown as to nobody.
        router.get("confirm") { request, _ in try await read("confirm", request) }
        router.get("reset") { request, _ in try await read("reset", request) }
        router.post("register", use: register)
        router.post("confirm", use: confirm)
        router.post("forgot", use: forgot)
        router.post("reset", use: reset)
    }

    /// The pages that links in mails lead to.
    static let mailed = ["confirm", "reset"]

    private func read(_ page: String, _ request: Request) async throws -> Response {
        let code = String((request.uri.queryParameters["code"] ?? "").prefix(200))
        return try await show(page, returningTo: "/", FormState(values: ["code": code]), .ok)
    }

    @Sendable private func register(_ request: Request, _ context: ShellContext) async throws -> Response {
        let form = try await Form(request)
        let address = SignInPages.localAddress(form["return"])
        let registration = Registration(
            signInName: form["name"], name: form["full-name"], email: form["email"], password: form["password"])
        do {
            try await AccountThrottles.take(shell.throttles.checks, context.client.key)
            if let problem = PasswordRules.problem(with: registration.password) {
                throw RegistrationError.weakPassword(problem)
            }
            try await AccountThrottles.take(shell.throttles.registrations, context.client.key)
            let user = try await register(registration, for: context.client)
            context.logger.info(
                "Somebody registered.", metadata: ["user": "\(user.id)", "client": "\(context.client)"])
            var response = try await shell.beginSession(for: user, request, context, leadingTo: address)
            // This browser is its user's from the beginning.
            let device = DeviceToken(name: registration.signInName).text(signedWith: shell.signIn.key)
            response.headers.append(HTTPField(name: .setCookie, value: DeviceCookie.header(for: device)))
            return response
        } catch let error as RegistrationError {
            return try await show(
                "register", returningTo: address,
                FormState(
                    values: [
                        "name": String(form["name"].prefix(200)), "full-name": String(form["full-name"].prefix(200)),
                        "email": String(form["email"].prefix(300)),
                    ],
                    problem: error.description
                ),
                .unprocessableContent
            )
        }
    }

    /// Makes the account. The address is whoever's: nobody's mailbox is filled from here, and nobody keeps its owner from registering.
    private func register(_ registration: Registration, for client: ClientAddress) async throws -> User {
        let address = shell.signIn.digest(
            of: registration.email.trimmingCharacters(in: .whitespacesAndNewlines))
        let pair = "\(client.key) \(address)"
        try await AccountThrottles.take(shell.throttles.mailsFromClient, pair)
        do {
            try await AccountThrottles.take(shell.throttles.mailsToAddress, address)
        } catch {
            await shell.throttles.mailsFromClient.giveBack(pair)
            throw error
        }
        do {
            return try await HashingPool.$caller.withValue(.init("client \(client.key)")) {
                try await registry.register(registration, confirmation: link("confirm"))
            }
        } catch {
            // No mail was written.
            await shell.throttles.mailsFromClient.giveBack(pair)
            await shell.throttles.mailsToAddress.giveBack(address)
            throw error
        }
    }

    @Sendable private func confirm(_ request: Request, _ context: ShellContext) async throws -> Response {
        let form = try await Form(request)
        try await AccountThrottles.take(shell.throttles.codes, context.client.key)
        guard let user = try await registry.confirm(code: String(form["code"].prefix(200))) else {
            return try await show(
                "confirm", returningTo: "/",
                FormState(problem: "This link was used already, or is too old."),
                .unprocessableContent)
        }
        context.logger.info("An e-mail address was confirmed.", metadata: ["user": "\(user.id)"])
        return try await show(
            "confirm", returningTo: "/", FormState(notice: "Your e-mail address is confirmed. Thank you."), .ok)
    }

    @Sendable private func forgot(_ request: Request, _ context: ShellContext) async throws -> Response {
        let form = try await Form(request)
        try await AccountThrottles.take(shell.throttles.forgotten, context.client.key)
        let name = String(form["name"].prefix(200))
        // Nobody is told that a name has had its mails: it would be told of names that somebody has only.
        if await shell.throttles.mails.take(shell.signIn.digest(of: name)) <= .zero {
            try await registry.sendReset(to: name, address: link("reset"))
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
            try await AccountThrottles.take(shell.throttles.codes, context.client.key)
            // Whoever knew the old password is out.
            let endAll = { @Sendable [sessions = shell.sessions] (id: String) in try await sessions.endAll(of: id) }
            let user = try await HashingPool.$caller.withValue(.init("client \(context.client.key)")) {
                try await registry.reset(code: code, password: form["password"], before: endAll)
            }
            guard let user else {
                return try await show(
                    "reset", returningTo: "/",
                    FormState(problem: "This link was used already, or is too old. Ask for another one."),
                    .unprocessableContent
                )
            }
            // Those as well that began with the old one meanwhile.
            try await endAll(user.id)
            context.logger.notice(
                "A password was reset by mail.",
                metadata: ["user": "\(user.id)", "client": "\(context.client)"])
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

    /// The URL of a page that takes a code.
    private func link(_ page: String) -> @Sendable (_ code: String) -> String {
        let origin = shell.configuration.addresses.shellOrigin
        return { DeepLink(components: [page], items: [.init("code", $0)]).url(origin: origin) }
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
