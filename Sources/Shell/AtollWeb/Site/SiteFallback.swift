import Hummingbird

/// Passes GET and HEAD requests to the site if the shell does not have its own route for them.
struct SiteFallback: RouterMiddleware {
    let pages: SitePages

    /// The router's name for the endpoint if no route matches. A matching route that responds with 404 has its own
    /// name.
    private static let noRoute = "NotFound"

    func handle(
        _ request: Request, context: ShellContext,
        next: (Request, ShellContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError
            where error.status == .notFound && context.endpointPath == Self.noRoute
            && (request.method == .get || request.method == .head)
        {
            context.coreContext.endpointPath.value = "(page)"
            let response = try await pages.page(request, context)
            return request.method == .head ? response.createHeadResponse() : response
        }
    }
}
