import Hummingbird
import NIOCore
import RequestParsing

/// Determines the client of each request.
package struct ClientMiddleware<Context: ClientContext>: RouterMiddleware {
    private let proxies: TrustedProxies

    /// - Parameter proxies: The proxies whose headers are trusted to give the client's address.
    package init(proxies: TrustedProxies) { self.proxies = proxies }

    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.client = request.client(from: context.peer, trusting: proxies)
        return try await next(request, context)
    }
}
