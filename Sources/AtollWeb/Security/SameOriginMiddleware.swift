import Hummingbird

/// Refuses what changes something unless a page of the shell itself sent it.
///
/// Browsers send `Origin` with every POST. A form in a mini app, or on a stranger's site, has another one, and comes
/// without the session anyway.
struct SameOriginMiddleware: RouterMiddleware {
    let origin: String

    func handle(
        _ request: Request, context: ShellContext,
        next: (Request, ShellContext) async throws -> Response
    ) async throws -> Response {
        let isSafe = request.method == .get || request.method == .head
        guard isSafe || request.headers[.origin] == origin else { throw ShellError.foreignRequest }
        return try await next(request, context)
    }
}
