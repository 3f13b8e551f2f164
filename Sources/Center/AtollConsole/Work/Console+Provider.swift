import AtollCenter
import AtollCenterDomain
import Foundation
import HTTPTypes
import Hummingbird

extension Console {
    /// Sign-in to the console with the company's provider.
    var providerRoutes: [CenterRoute] {
        [
            .outside(.get, "sign-in/with-provider") { request, context in
                try await answering(request, context) { visit in try await goToProvider(visit) }
            },
            .outside(.get, Self.donePath) { request, context in
                try await answering(request, context) { visit in try await comeBack(visit, code: nil) }
            },
            .outside(.post, Self.donePath) { request, context in
                try await answering(request, context) { visit in
                    let form: ConsoleForm
                    do { form = try await ConsoleForm(request) } catch { return problem(visit, .forbidden, "\(error)") }
                    return try await comeBack(visit, code: form["second"].trimmingCharacters(in: .whitespaces))
                }
            },
        ]
    }

    /// The page that completes a sign-in with the provider.
    static let donePath = "sign-in/with-provider/done"

    private func goToProvider(_ visit: Visit) async throws -> Response {
        // Otherwise images on another site's page could use up the rate limit of the visitor's network.
        guard let provider, ConsoleLook.isPage(visit.request) else {
            throw InterfaceError(.notFound, visit.texts("nothing-here"))
        }
        let then = Self.path(of: visit.query("then") ?? "/") ?? "/"
        let origin = AuditActor.Origin(of: visit.request, visit.context)
        // The session is read here, because the browser sends no session cookie when it returns from the provider.
        let session =
            if let secret = visit.secret { try await people.session(for: secret, from: origin) } else {
                AccountSession?.none
            }
        do {
            let (address, attempt) = try await provider.begin(
                for: .console(then: then, replacing: session?.id), from: origin)
            var response = ConsoleLook.redirect(to: address)
            response.headers[.setCookie] = cookie("attempt", attempt, for: 600, isLax: true)
            return response
        } catch let error as ActionError {
            return signInForm(visit, then: then, problem: error.description, status: error.status)
        }
    }

    /// Begins a session for the user that the provider has identified, after a code of their second factor if they have
    /// one here.
    private func comeBack(_ visit: Visit, code: String?) async throws -> Response {
        let then = Self.path(of: visit.query("then") ?? "/") ?? "/"
        guard let provider, let identity = kept("identity", visit.request),
            let found = try await provider.account(identity, for: .console(then: then))
        else { return signInForm(visit, then: then, problem: visit.texts("took-too-long"), status: .forbidden) }
        if found.account.hasSecondFactor, code == nil { return secondForm(visit, then) }
        do {
            let signedIn = try await people.signIn(
                found, code: code, from: AuditActor.Origin(of: visit.request, visit.context))
            // Browsers don't send a strict cookie after a redirect from another site, so this page loads the next one.
            var response = work("signed-in", ["then": then], title: visit.texts("sign-in"), at: "", for: visit)
            response.headers[values: .setCookie] =
                sessionCookies(of: signedIn) + [cookie("identity", nil, for: 0, isLax: true)]
            return response
        } catch let error as ActionError {
            let isWrong = error == .badCredentials
            // Without a second factor, there is no code to ask for.
            guard found.account.hasSecondFactor else {
                return signInForm(
                    visit, then: then, problem: isWrong ? visit.texts("took-too-long") : error.description,
                    status: .forbidden)
            }
            return secondForm(
                visit, then, problem: isWrong ? visit.texts("wrong-code") : error.description,
                status: error.status == .unauthorized ? .forbidden : error.status)
        }
    }

    private func secondForm(
        _ visit: Visit, _ then: String, problem: String? = nil, status: HTTPResponse.Status = .ok
    ) -> Response {
        work(
            "second", ["thenEncoded": Self.encoded(then), "problem": problem ?? "", "isWrong": problem != nil],
            title: visit.texts("sign-in"), at: "", for: visit, status: status)
    }
}
