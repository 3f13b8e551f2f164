import Hummingbird

/// Refuses what changes something unless a page of the shell itself sent it.
///
/// Browsers send `Origin` with every POST. A form in a mini app, or on a stranger's site, has another one, and comes
/// without the session anyway.
struct SameOriginMiddleware: RouterMiddleware {
    let origin: String
    let throttles: AccountThrottles

    func handle(
        _ request: Request, context: ShellContext,
        next: (Request, ShellContext) async throws -> Response
    ) async throws -> Response {
        let isSafe = request.method == .get || request.method == .head
        guard isSafe || isFromApp(request) || request.headers[.origin] == origin else {
            // A stranger can send as many as they like; so many lines say it.
            if await throttles.lines.take(context.client.key) <= .zero {
                context.logger.notice(
                    "A request of another site was refused.",
                    metadata: [
                        "client": "\(context.client)",
                        "origin": "\(LogText.short(request.headers[.origin] ?? "none"))",
                    ])
            }
            throw ShellError.foreignRequest
        }
        return try await next(request, context)
    }

    /// An app sends no origin. What it asks for looks at no cookies, and must have none: a browser's request comes with its origin.
    private func isFromApp(_ request: Request) -> Bool {
        (request.uri.path == "/" + AppSessions.path || request.uri.path.hasPrefix("/\(AppSessions.path)/"))
            && request.headers[.cookie] == nil && request.headers[.origin] == nil
    }
}
