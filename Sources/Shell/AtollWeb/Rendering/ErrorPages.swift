import AtollCredentials
import BoundedServer
import Hummingbird
import Logging

/// Shows every error as a page that tells the user what to do, and redirects users who are not signed in to the sign-in
/// page.
struct ErrorPages: RouterMiddleware {
    let renderer: PageRenderer

    private struct Page: Encodable, Sendable {
        let frame: PageFrame
        let heading: String
        let detail: String
        let status: Int
        let canRetry: Bool
    }

    func handle(
        _ request: Request, context: ShellContext,
        next: (Request, ShellContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch ShellError.signedOut where request.method == .get {
            return Response(status: .seeOther, headers: [.location: LocalAddress.signIn(returningTo: request)])
        } catch is RequestCutOff {
            return page(for: .badRequest("The request is incomplete."))
        } catch let error as HashingPoolBusy {
            return page(for: .busy(retryAfter: error.retryAfter))
        } catch let error as ShellError {
            if case .catalog(let cause) = error, error.status != .notFound {
                context.logger.error("The catalog failed.", metadata: ["error": "\(cause)"])
            }
            return page(for: error)
        } catch let error as HTTPError {
            let text =
                error.status == .notFound
                ? ShellError.notFound.text : (localized("Something went wrong"), localized("Try again."))
            return page(for: text, status: error.status)
        } catch {
            context.logger.error(
                "A request failed.", metadata: ["route": "\(context.endpointPath ?? "-")", "error": "\(error)"]
            )
            return page(
                for: (localized("Something went wrong"), localized("This is not your fault. Try again in a moment.")),
                status: .internalServerError
            )
        }
    }

    private func page(for error: ShellError) -> Response {
        var response = page(for: error.text, status: error.status)
        if let seconds = error.retryAfter { response.headers[.retryAfter] = String(seconds) }
        return response
    }

    private func page(for text: (title: String, detail: String), status: HTTPResponse.Status) -> Response {
        renderer.templates.page(
            "error",
            Page(
                frame: renderer.frame(title: text.title, user: nil), heading: text.title, detail: text.detail,
                status: status.code, canRetry: status.kind == .serverError
            ),
            status: status
        )
    }
}
