import BoundedServer
import Hummingbird
import Logging

/// Answers every error with a ``Problem``. What nobody foresaw is logged, and tells the sender nothing of our insides.
struct ProblemMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: CenterContext,
        next: (Request, CenterContext) async throws -> Response
    ) async throws -> Response {
        var response = try await answer(request, context, next)
        // Answers are data, never a page, whatever a browser makes of them.
        response.headers[.xContentTypeOptions] = "nosniff"
        if response.headers[.contentSecurityPolicy] == nil {
            response.headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'; sandbox"
        }
        return response
    }

    private func answer(
        _ request: Request, _ context: CenterContext, _ next: (Request, CenterContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let problem as Problem {
            return try problem.response()
        } catch is RequestCutOff {
            return try Problem(.badRequest, "The request ended in the middle.").response()
        } catch let error as HTTPError {
            return try Problem(error.status, error.body ?? error.status.reasonPhrase).response()
        } catch {
            context.logger.error(
                "A request failed.",
                metadata: ["route": "\(context.endpointPath ?? "-")", "error": "\(String(reflecting: error))"]
            )
            return try Problem(.internalServerError, "The Center could not do it. Its log says more.").response()
        }
    }
}
