import Hummingbird
import Logging

/// Answers every error with a ``Problem``. What nobody foresaw is logged, and tells the sender nothing of our insides.
struct ProblemMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: CenterContext,
        next: (Request, CenterContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let problem as Problem {
            return try problem.response()
        } catch let error as HTTPError {
            return try Problem(error.status, error.body ?? error.status.reasonPhrase).response()
        } catch {
            context.logger.error(
                "A request failed.",
                metadata: ["path": "\(request.uri.path)", "error": "\(String(reflecting: error))"]
            )
            return try Problem(.internalServerError, "The Center could not do it. Its log says more.").response()
        }
    }
}
