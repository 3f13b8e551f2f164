import Hummingbird
import NIOCore
import RequestParsing

/// A request context with the client's address, for limits on each client.
package protocol ClientContext: RequestContext {
    /// The other end of the connection, which may be a proxy.
    var peer: SocketAddress? { get }
    /// The client that sent the request; set by ``ClientMiddleware``.
    var client: ClientAddress { get set }
}
