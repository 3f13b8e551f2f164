import AtollCenter
import AtollCenterDomain
import AtollCenterSignIn
import BoundedServer
import Foundation
import Hummingbird
import RequestParsing

/// The pages where a user permits a program without a browser, such as `atoll login`, to act in their name.
struct DevicePages {
    let people: PeopleService
    let provider: ProviderSignIn?
    let look: ConsoleLook
    /// Whether browsers connect over HTTPS.
    let isSecure: Bool

    var routes: [CenterRoute] {
        [
            .outside(.get, "device") { request, context in try await show(request, context) },
            .outside(.post, "device") { request, context in try await allow(request, context) },
            .outside(.get, "sign-in/provider") { request, context in try await begin(request, context) },
            .outside(.get, "\(ProviderSignIn.callbackPath)") { request, context in try await finish(request, context) },
            .outside(.get, "device/confirm") { request, context in try await ask(request, context) },
            .outside(.post, "device/confirm") { request, context in try await decide(request, context) },
        ]
    }

    // MARK: With a password

    /// Shows the requesting program and the form to sign in. Without a code, shows the form for the code.
    private func show(_ request: Request, _ context: CenterContext) async throws -> Response {
        guard let typed = request.uri.queryParameters.get("code"), !typed.isEmpty else { return codeForm() }
        return try await withCode(typed, request, context) { signInForm($0) }
    }

    private func allow(_ request: Request, _ context: CenterContext) async throws -> Response {
        let form: ConsoleForm
        do { form = try await ConsoleForm(request) } catch { return refused(error) }
        return try await withCode(form["code"], request, context) { code in
            do {
                let second = form["second"].trimmingCharacters(in: .whitespaces)
                let known = try await people.allowDevice(
                    code.userCode, email: form["email"], password: form["password"],
                    code: second.isEmpty ? nil : second, device: kept("known", request),
                    from: AuditActor.Origin(of: request, context))
                var response = done(isAllowed: true)
                // A year. With this cookie, failed sign-ins of other people with this address don't lock the user out.
                response.headers[.setCookie] = cookie("known", known, for: 31_536_000)
                return response
            } catch let error as ActionError {
                return signInForm(code, email: form["email"], problem: error)
            }
        }
    }

    // MARK: With the company's provider

    private func begin(_ request: Request, _ context: CenterContext) async throws -> Response {
        guard let provider, ConsoleLook.isPage(request) else {
            return codeForm(problem: "This Center has no provider.", status: .notFound)
        }
        return try await withCode(
            request.uri.queryParameters.get("code") ?? "", request, context
        ) { code in
            do {
                let (address, attempt) = try await provider.begin(
                    for: .device(userCode: code.userCode), from: AuditActor.Origin(of: request, context))
                var response = ConsoleLook.redirect(to: address)
                response.headers[.setCookie] = cookie("attempt", attempt)
                return response
            } catch let error as ActionError {
                return signInForm(code, problem: error)
            }
        }
    }

    /// Handles the provider's redirection, which has a code, or none if the user canceled there.
    private func finish(_ request: Request, _ context: CenterContext) async throws -> Response {
        let query = request.uri.queryParameters
        guard let provider, ConsoleLook.isPage(request), let attempt = kept("attempt", request) else { return notBegun }
        do {
            guard let state = query.get("state") else { return notBegun }
            // The provider's error is more precise than a missing code.
            if let error = query.get("error"), !error.isEmpty {
                throw try await provider.refused(
                    error, query.get("error_description") ?? "", state: String(state), attempt: attempt,
                    from: AuditActor.Origin(of: request, context))
            }
            guard let code = query.get("code") else { return notBegun }
            let (identity, purpose) = try await provider.finish(
                code: String(code), state: String(state), attempt: attempt,
                from: AuditActor.Origin(of: request, context))
            // The redirection removes the provider's parameters from the address bar, so that no user copies them.
            var response = ConsoleLook.redirect(to: Self.next(after: purpose))
            response.headers[values: .setCookie] = [cookie("attempt", nil), cookie("identity", identity)]
            return response
        } catch ActionError.badCredentials {
            return await notSignedIn(
                "The sign-in at \(provider.name) took too long, or began in another browser. Begin again.",
                Self.late, attempt)
        } catch let error as ActionError {
            return await notSignedIn(error.description, error, attempt)
        }
    }

    /// The page for a browser that has no sign-in in progress.
    private var notBegun: Response {
        let values = [
            "problem":
                "You were not signed in: it took longer than ten minutes, or began in another browser. If a program has asked you to sign in, begin again with the code that it shows.",
            "address": "/sign-in",
        ]
        return look.page("not-signed-in", values, title: "You are not signed in", status: .badRequest)
    }

    /// Shows the problem, with a link to where the sign-in began.
    private func notSignedIn(_ problem: String, _ error: ActionError, _ attempt: String) async -> Response {
        let purpose = try? await provider?.purpose(ofAttempt: attempt)
        guard let purpose else { return notBegun }
        guard case .console(let then, _) = purpose else {
            return failed(error, codeForm(problem: problem, status: .forbidden))
        }
        let values = ["problem": problem, "address": "/sign-in?then=\(Console.encoded(then))"]
        return failed(error, look.page("not-signed-in", values, title: "You are not signed in"))
    }

    /// The page to which the browser goes with an identity.
    private static func next(after purpose: ProviderSignIn.Purpose) -> String {
        switch purpose {
        case .device(let userCode): "/device/confirm?code=\(userCode)"
        case .console(let then, _): "/\(Console.donePath)?then=\(Console.encoded(then))"
        }
    }

    /// Shows which user the provider has signed in, and what they permit.
    private func ask(_ request: Request, _ context: CenterContext) async throws -> Response {
        let typed = request.uri.queryParameters.get("code") ?? ""
        return try await withCode(typed, request, context) { code in
            guard let found = try await account(code, request) else { return signInForm(code, problem: Self.late) }
            return confirmForm(code, found.account)
        }
    }

    private func decide(_ request: Request, _ context: CenterContext) async throws -> Response {
        let form: ConsoleForm
        do { form = try await ConsoleForm(request) } catch { return refused(error) }
        return try await withCode(form["code"], request, context) { code in
            guard let found = try await account(code, request) else { return signInForm(code, problem: Self.late) }
            let account = found.account
            let isAllowed = form["answer"] == "allow"
            let origin = AuditActor.Origin(of: request, context)
            do {
                if isAllowed {
                    let second = form["second"].trimmingCharacters(in: .whitespaces)
                    try await people.allowDevice(
                        code.userCode, as: account.id, isConfirmed: found.isConfirmed,
                        code: second.isEmpty ? nil : second,
                        linking: found.proven, from: origin)
                } else {
                    try await people.refuseDevice(code.userCode, as: account.id, from: origin)
                }
            } catch let error as ActionError {
                return confirmForm(code, account, problem: error)
            }
            var response = done(isAllowed: isAllowed)
            response.headers[.setCookie] = cookie("identity", nil)
            return response
        }
    }

    private func account(
        _ code: DeviceCode, _ request: Request
    ) async throws -> ProvenAccount? {
        guard let provider, let identity = kept("identity", request) else { return nil }
        return try await provider.account(identity, for: .device(userCode: code.userCode))
    }

    // MARK: Pages

    /// Calls `work` with the program that waits for a code, or shows what is wrong with the code.
    private func withCode(
        _ typed: String, _ request: Request, _ context: CenterContext,
        _ work: (DeviceCode) async throws -> Response
    ) async throws -> Response {
        let code: DeviceCode
        do {
            code = try await people.deviceCode(
                typed: typed, from: AuditActor.Origin(of: request, context))
        } catch ActionError.unknown {
            return codeForm(
                String(typed.prefix(20)),
                problem: "No program is waiting for this code. A code is valid for ten minutes.",
                status: .notFound)
        } catch let error as ActionError {
            return failed(error, codeForm(String(typed.prefix(20)), problem: error.description))
        }
        return try await work(code)
    }

    private func codeForm(
        _ typed: String = "", problem: String? = nil, status: HTTPResponse.Status = .ok
    ) -> Response {
        look.page("code", CodeForm(typed: typed, problem: problem), title: "Sign in to a program", status: status)
    }

    private func signInForm(_ code: DeviceCode, email: String = "", problem: ActionError? = nil) -> Response {
        let form = SignInForm(
            code: code, email: email, provider: provider?.name, problem: problem?.description)
        return failed(problem, look.page("device", form, title: "Sign in to a program"))
    }

    private func confirmForm(_ code: DeviceCode, _ account: Account, problem: ActionError? = nil) -> Response {
        // This form asked only for the code.
        let text = problem == .badCredentials ? "The code is incorrect." : problem?.description
        let form = ConfirmForm(code: code, account: account, problem: text)
        return failed(problem, look.page("confirm", form, title: "Sign in to a program"))
    }

    private static let late = ActionError.conflict(rule: "late", "That took too long. Sign in again.")

    /// Sets the status of an error. 401, for which a browser would show its own password prompt, becomes 403.
    private func failed(_ error: ActionError?, _ page: Response) -> Response {
        guard let error else { return page }
        var page = page
        page.status = error.status == .unauthorized ? .forbidden : error.status
        page.headers[.retryAfter] = error.retryAfter
        return page
    }

    private func done(isAllowed: Bool) -> Response {
        look.page("done", ["isAllowed": isAllowed], title: isAllowed ? "Signed in" : "Refused")
    }

    private func refused(_ error: ConsoleError) -> Response {
        codeForm(problem: error.description, status: .forbidden)
    }

    // MARK: Cookies

    private func name(_ cookie: String) -> String { (isSecure ? "__Host-" : "") + "atoll-" + cookie }

    /// Returns a cookie that the browser sends after the provider's redirection, but not with a form of another site.
    private func cookie(_ cookie: String, _ value: String?, for seconds: Int = 600) -> String {
        "\(name(cookie))=\(value ?? ""); Path=/; Max-Age=\(value == nil ? 0 : seconds); HttpOnly; SameSite=Lax"
            + (isSecure ? "; Secure" : "")
    }

    private func kept(_ cookie: String, _ request: Request) -> String? {
        CookieHeader(request.headers[values: .cookie].joined(separator: "; "))[name(cookie)]
    }
}
