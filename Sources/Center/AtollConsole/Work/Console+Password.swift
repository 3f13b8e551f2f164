import AtollCenter
import Foundation
import HTTPTypes
import Hummingbird

/// The pages where a user chooses a new password with the code from a mail.
extension Console {
    var passwordRoutes: [CenterRoute] {
        [
            .outside(.get, "forgotten-password") { request, context in
                try await answering(request, context) { visit in forgottenForm(visit) }
            },
            .outside(.post, "forgotten-password") { request, context in
                try await answering(request, context) { visit in try await askForReset(visit) }
            },
            .outside(.get, "new-password") { request, context in
                try await answering(request, context) { visit in newPasswordForm(visit) }
            },
            .outside(.post, "new-password") { request, context in
                try await answering(request, context) { visit in try await choosePassword(visit) }
            },
        ]
    }

    private func forgottenForm(_ visit: Visit) -> Response {
        work("forgotten-password", [:], title: visit.texts("forgotten-password"), at: "", for: visit)
    }

    /// The response is the same whether such an account exists or not.
    private func askForReset(_ visit: Visit) async throws -> Response {
        let form: ConsoleForm
        do { form = try await ConsoleForm(visit.request) } catch { return problem(visit, .forbidden, "\(error)") }
        try await interface.send(.post, "password/reset", ["email": form["email"]], for: visit)
        return ConsoleLook.redirect(to: "/new-password?asked=yes")
    }

    private func newPasswordForm(
        _ visit: Visit, secret: String = "", problem: String? = nil, status: HTTPResponse.Status = .ok
    ) -> Response {
        let values: [String: any Sendable] = [
            "secret": secret, "problem": problem ?? "", "isWrong": problem != nil,
            "isAsked": visit.query("asked") != nil && problem == nil,
        ]
        return work("new-password", values, title: visit.texts("choose-password"), at: "", for: visit, status: status)
    }

    private func choosePassword(_ visit: Visit) async throws -> Response {
        let form: ConsoleForm
        do { form = try await ConsoleForm(visit.request) } catch { return problem(visit, .forbidden, "\(error)") }
        let secret = form["secret"].trimmingCharacters(in: .whitespacesAndNewlines)
        do {
            try await interface.send(
                .post, "password/reset/confirm", ["secret": secret, "password": form["password"]], for: visit)
        } catch let error as InterfaceError {
            let detail = error.status == .notFound ? visit.texts("reset-code-unknown") : error.detail
            return newPasswordForm(
                visit, secret: secret, problem: detail,
                status: error.status == .unauthorized ? .forbidden : error.status)
        }
        return ConsoleLook.redirect(to: "/sign-in?changed=password")
    }
}
