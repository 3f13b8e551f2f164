import AtollCenter
import Foundation
import HTTPTypes
import Hummingbird

extension Console {
    /// Signing in with the company's provider, for the console itself.
    var providerRoutes: [CenterRoute] {
        [
            .outside(.get, "sign-in/company") { request, context in
                try await answering(request, context) { visit in try await goToProvider(visit) }
            },
            .outside(.get, Self.companyPath) { request, context in
                try await answering(request, context) { visit in try await comeBack(visit, code: nil) }
            },
            .outside(.post, Self.companyPath) { request, context in
                try await answering(request, context) { visit in
                    let form: ConsoleForm
                    do { form = try await ConsoleForm(request) } catch { return problem(visit, .forbidden, "\(error)") }
                    return try await comeBack(visit, code: form["second"].trimmingCharacters(in: .whitespaces))
                }
            },
        ]
    }

    /// Where the browser goes on when the provider has said who it is.
    static let companyPath = "sign-in/company/done"

    private func goToProvider(_ visit: Visit) async throws -> Response {
        guard let provider else { throw InterfaceError(.notFound, visit.texts("nothing-here")) }
        let then = Self.path(of: visit.query("then") ?? "/") ?? "/"
        do {
            let (address, attempt) = try await provider.begin(
                for: .console(then: then), from: AuditActor.Origin(of: visit.request, visit.context))
            var response = ConsoleLook.redirect(to: address)
            response.headers[.setCookie] = passing("attempt", attempt)
            return response
        } catch let error as WorkError {
            return signInForm(visit, then: then, problem: error.description, status: error.status)
        }
    }

    /// Begins a session for whom the provider has named, after a code of their second factor if they have one here.
    private func comeBack(_ visit: Visit, code: String?) async throws -> Response {
        let then = Self.path(of: visit.query("then") ?? "/") ?? "/"
        guard let provider, let identity = kept("identity", visit.request),
            let (account, isConfirmed, proven) = try await provider.account(identity, for: .console(then: then))
        else { return signInForm(visit, then: then, problem: visit.texts("took-too-long"), status: .forbidden) }
        if account.hasSecondFactor, code == nil { return secondForm(visit, then) }
        do {
            let signedIn = try await people.signIn(
                as: account, isConfirmed: isConfirmed, code: code, linking: proven,
                from: AuditActor.Origin(of: visit.request, visit.context))
            // Whoever has signed in again has one session, not two; one that has ended meanwhile needs no end.
            if visit.account != nil { _ = try? await interface.send(.delete, "session", for: visit) }
            // The browser keeps the session from pages of others, also from one that the provider leads to. This one leads on.
            var response = work(
                "company", ["then": then], title: visit.texts("sign-in"), at: "", for: visit)
            response.headers[values: .setCookie] = sessionCookies(of: signedIn) + [passing("identity", nil)]
            return response
        } catch let error as WorkError {
            return secondForm(
                visit, then, problem: error == .badCredentials ? visit.texts("wrong-code") : error.description,
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
