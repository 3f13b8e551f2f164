import AtollCenterAnswers
import AtollCenterDomain
import BoundedServer
import Hummingbird
import Logging

/// Turns every error into a ``Problem`` response. Unexpected errors are logged, and their details are not sent.
struct ProblemMiddleware: RouterMiddleware {
    /// The page that a browser gets for a path that does not exist; nil to answer it like any other client.
    var pageNotFound: (@Sendable (Request, CenterContext) async throws -> Response)?

    func handle(
        _ request: Request, context: CenterContext,
        next: (Request, CenterContext) async throws -> Response
    ) async throws -> Response {
        var response = try await answer(request, context, next)
        // An answer to HEAD has no body, an error as little as any other: what follows on the connection is the next answer.
        if request.method == .head, response.status.code >= 400 { response = response.createHeadResponse() }
        // Responses are data, never pages, however a browser interprets them.
        response.headers[.xContentTypeOptions] = "nosniff"
        if response.headers[.contentSecurityPolicy] == nil {
            response.headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'; sandbox"
        }
        return response
    }

    /// Whether a browser asks for a page, and not a program for data.
    private static func isPage(_ request: Request) -> Bool {
        request.method == .get && !request.uri.path.hasPrefix("/v1/")
            && request.headers[.accept]?.contains("text/html") == true
    }

    private func answer(
        _ request: Request, _ context: CenterContext, _ next: (Request, CenterContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as any ProblemConvertible {
            return try error.problem.response()
        } catch is RequestCutOff {
            return try Problem(.badRequest, "The request ended before it was complete.").response()
        } catch let error as any StorageFailure {
            context.logger.error(
                "The Center's storage failed a request.",
                metadata: ["route": "\(context.endpointPath ?? "-")", "error": "\(error)"])
            var problem = Problem(.serviceUnavailable, "The Center's storage can't be used now.", rule: "storage")
            problem.headers[.retryAfter] = "5"
            return try problem.response()
        } catch let error as HTTPError {
            if error.status == .notFound, let pageNotFound, Self.isPage(request) {
                do {
                    return try await pageNotFound(request, context)
                } catch {
                    context.logger.error("A page could not be made.", metadata: ["error": "\(error)"])
                }
            }
            return try Problem(error.status, error.body ?? error.status.reasonPhrase).response()
        } catch {
            context.logger.error(
                "A request failed.",
                metadata: ["route": "\(context.endpointPath ?? "-")", "error": "\(String(reflecting: error))"]
            )
            return try Problem(.internalServerError, "The Center failed to handle the request. See its log.").response()
        }
    }
}
