import BoundedServer
import Credentials
import Hummingbird
import Logging

/// Shows every error as a page that says what to do, and sends whoever is not signed in to where they can.
struct ErrorPages: RouterMiddleware {
    let shell: ShellParts

    private struct Page: Sendable {
        let frame: Frame
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
            return Response(status: .seeOther, headers: [.location: SignInPages.address(returningTo: request)])
        } catch is RequestCutOff {
            return page(for: .badRequest("The request ended in the middle."))
        } catch let error as HashingPoolBusy {
            return page(for: .busy(retryAfter: error.retryAfter))
        } catch let error as ShellError {
            if case .catalog(let cause) = error, error.status != .notFound {
                context.logger.error("The catalog failed.", metadata: ["error": "\(cause)"])
            }
            return page(for: error)
        } catch let error as HTTPError {
            let text = error.status == .notFound ? ShellError.notFound.text : ("This did not work", "Try it again.")
            return page(for: text, status: error.status)
        } catch {
            context.logger.error(
                "A request failed.", metadata: ["route": "\(context.endpointPath ?? "-")", "error": "\(error)"]
            )
            return page(
                for: ("Something went wrong here", "It is not your fault. Try it again in a moment."),
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
        shell.templates.page(
            "error",
            Page(
                frame: shell.frame(title: text.title, user: nil), heading: text.title, detail: text.detail,
                status: status.code, canRetry: status.kind == .serverError
            ),
            status: status
        )
    }
}
