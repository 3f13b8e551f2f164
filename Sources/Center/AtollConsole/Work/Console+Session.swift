import AtollCenter
import AtollCenterDomain
import BoundedServer
import Foundation
import Hummingbird

extension Console {
    /// Signing in and out, and accepting an invitation.
    var sessionRoutes: [CenterRoute] {
        [
            .outside(.get, "sign-in") { request, context in
                try await answering(request, context) { visit in
                    guard visit.account == nil else { return ConsoleLook.redirect(to: "/") }
                    return signInForm(visit, then: visit.query("then") ?? "/")
                }
            },
            .outside(.post, "sign-in") { request, context in
                try await answering(request, context) { visit in try await signIn(visit) }
            },
            .outside(.post, "sign-out") { request, context in
                try await answering(request, context) { visit in
                    do { _ = try await ConsoleForm(request) } catch { return problem(visit, .forbidden, "\(error)") }
                    if visit.account != nil { try await interface.send(.delete, "session", for: visit) }
                    var response = ConsoleLook.redirect(to: "/sign-in")
                    response.headers[.setCookie] = cookie("session", nil, for: 0)
                    return response
                }
            },
            .outside(.get, "invitation") { request, context in
                try await answering(request, context) { visit in invitationForm(visit) }
            },
            .outside(.post, "invitation") { request, context in
                try await answering(request, context) { visit in try await accept(visit) }
            },
            button("confirm") { visit, form in
                var body: [String: String] = [:]
                if !form["password"].isEmpty { body["password"] = form["password"] }
                if !form["code"].isEmpty { body["code"] = form["code"] }
                try await interface.send(.post, "session/sudo", body, for: visit)
                return Self.path(of: form["then"]) ?? "/"
            },
        ]
    }

    /// The time after which an unused browser session expires, in seconds.
    static let lifetime = 12 * 3_600

    func signInForm(
        _ visit: Visit, then: String, email: String = "", problem: String? = nil, status: HTTPResponse.Status = .ok
    ) -> Response {
        work(
            "sign-in",
            [
                "then": Self.path(of: then) ?? "/", "email": email, "problem": problem ?? "",
                "isWrong": problem != nil, "isChanged": problem == nil && visit.query("changed") == "password",
                "isNew": problem == nil && visit.query("changed") == "account",
                "provider": providerLink(then, visit),
            ],
            title: visit.texts("sign-in"), at: "", for: visit, status: status)
    }

    /// The link to the company's provider, for templates; empty without a provider.
    func providerLink(_ then: String, _ visit: Visit) -> [[String: any Sendable]] {
        guard let provider else { return [] }
        let address = "/sign-in/with-provider?then=" + Self.encoded(Self.path(of: then) ?? "/")
        return [["address": address, "text": visit.texts("sign-in-with", ["name": provider.name])]]
    }

    private func signIn(_ visit: Visit) async throws -> Response {
        let form: ConsoleForm
        do { form = try await ConsoleForm(visit.request) } catch { return problem(visit, .forbidden, "\(error)") }
        let code = form["second"].trimmingCharacters(in: .whitespaces)
        do {
            let signedIn = try await people.signIn(
                .init(
                    email: form["email"], password: form["password"], code: code.isEmpty ? nil : code,
                    device: kept("known", visit.request)), .console,
                from: AuditActor.Origin(of: visit.request, visit.context))
            var response = ConsoleLook.redirect(to: Self.path(of: form["then"]) ?? "/")
            response.headers[values: .setCookie] = sessionCookies(of: signedIn)
            return response
        } catch let error as ActionError {
            return signInForm(
                visit, then: form["then"], email: form["email"],
                problem: error == .badCredentials ? visit.texts("wrong-credentials") : error.description,
                status: error.status == .unauthorized ? .forbidden : error.status)
        }
    }

    // MARK: Invitations

    private func invitationForm(
        _ visit: Visit, secret: String = "", name: String = "", problem: String? = nil,
        status: HTTPResponse.Status = .ok
    ) -> Response {
        let values: [String: any Sendable] = [
            "secret": secret, "name": name, "problem": problem ?? "", "isWrong": problem != nil,
            "isSignedIn": visit.account != nil, "account": visit.account?.name ?? "",
        ]
        return work("invitation", values, title: visit.texts("invitation"), at: "", for: visit, status: status)
    }

    private func accept(_ visit: Visit) async throws -> Response {
        let form: ConsoleForm
        do { form = try await ConsoleForm(visit.request) } catch { return problem(visit, .forbidden, "\(error)") }
        var body = ["secret": form["secret"].trimmingCharacters(in: .whitespacesAndNewlines)]
        if visit.account == nil { body.merge(["name": form["name"], "password": form["password"]]) { $1 } }
        do {
            try await interface.send(.post, "accounts/accept", body, for: visit)
        } catch let error as InterfaceError {
            return invitationForm(
                visit, secret: form["secret"], name: form["name"], problem: error.detail,
                status: error.status == .unauthorized ? .forbidden : error.status)
        }
        return ConsoleLook.redirect(to: visit.account == nil ? "/sign-in?changed=account" : "/organizations")
    }
}
