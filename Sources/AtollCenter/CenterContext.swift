import BoundedServer
import Hummingbird
import Logging
import NIOCore

/// What a request to the Center carries along.
struct CenterContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The other end of the connection: a proxy, perhaps.
    let peer: SocketAddress?
    /// Where the connection's work is done.
    let eventLoop: any EventLoop
    /// Who asks, by what limits are counted.
    var client = ClientAddress(address: nil)

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = source.channel.remoteAddress
        eventLoop = source.channel.eventLoop
    }
}
