import BoundedServer
import Hummingbird
import RequestParsing

/// Finds out who asks.
struct ClientMiddleware: RouterMiddleware {
    let proxies: TrustedProxies

    func handle(
        _ request: Request, context: CenterContext,
        next: (Request, CenterContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.client = request.client(from: context.peer, trusting: proxies)
        return try await next(request, context)
    }
}
