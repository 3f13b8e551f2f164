import Hummingbird

/// Refuses requests that change something unless a page of the shell sent them.
///
/// Browsers send `Origin` with every POST. A form in a mini app or on another site has a different origin, and is sent
/// without the session's cookie anyway.
struct SameOriginMiddleware: RouterMiddleware {
    let origin: String
    let throttles: AccountThrottles
    /// The first path components of requests from native apps and back ends, whose routes ignore cookies.
    let appPaths: [String]

    func handle(
        _ request: Request, context: ShellContext,
        next: (Request, ShellContext) async throws -> Response
    ) async throws -> Response {
        let isSafe = request.method == .get || request.method == .head
        guard isSafe || isFromApp(request) || request.headers[.origin] == origin else {
            // Anyone can send any number of these, so the log lines are limited.
            if throttles.lines.take(context.client.key) <= .zero {
                context.logger.notice(
                    "A request from another site was refused.",
                    metadata: [
                        "client": "\(context.client)",
                        "origin": "\(LogText.short(request.headers[.origin] ?? "none"))",
                    ])
            }
            throw ShellError.foreignRequest
        }
        return try await next(request, context)
    }

    /// Whether a request comes from a native app or a back end: it has no `Origin`, which browsers always send, and no cookies, which
    /// these routes ignore.
    private func isFromApp(_ request: Request) -> Bool {
        appPaths.contains { request.uri.path == "/" + $0 || request.uri.path.hasPrefix("/\($0)/") }
            && request.headers[.cookie] == nil && request.headers[.origin] == nil
    }
}
