import HTTPTypes
import Hummingbird

/// Lets pages of some origins call, with their token (Fetch Standard, CORS protocol). Cookies are ignored.
struct AllowedOrigins: RouterMiddleware {
    let origins: Set<String>

    func handle(
        _ request: Request, context: BackEndContext, next: (Request, BackEndContext) async throws -> Response
    ) async throws -> Response {
        guard let origin = request.headers[.origin] else { return try await next(request, context) }
        guard origins.contains(origin) else { return Response(status: .forbidden) }
        var response: Response
        if request.method == .options {
            response = Response(status: .noContent)
            response.headers[.accessControlAllowMethods] = "GET, POST, PUT, DELETE"
            response.headers[.accessControlAllowHeaders] = "Authorization, Content-Type"
            response.headers[.accessControlMaxAge] = "600"
        } else {
            do {
                response = try await next(request, context)
            } catch let error as HTTPError {
                // The page must be able to read that, too.
                response = Response(status: error.status)
            }
        }
        response.headers[.accessControlAllowOrigin] = origin
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.vary] = "Origin"
        return response
    }
}
