import Hummingbird
import NIOCore
import RequestParsing

/// What a request carries along where limits are counted by who asks.
package protocol ClientContext: RequestContext {
    /// The other end of the connection: a proxy, perhaps.
    var peer: SocketAddress? { get }
    /// Who asks, by what limits are counted; ``ClientMiddleware`` finds it out.
    var client: ClientAddress { get set }
}

/// Finds out who asks.
package struct ClientMiddleware<Context: ClientContext>: RouterMiddleware {
    private let proxies: TrustedProxies

    /// - Parameter proxies: Whose word on the client's address is taken.
    package init(proxies: TrustedProxies) { self.proxies = proxies }

    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.client = request.client(from: context.peer, trusting: proxies)
        return try await next(request, context)
    }
}
