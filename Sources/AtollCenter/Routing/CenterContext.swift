import BoundedServer
import Hummingbird
import Logging
import NIOCore

/// The context of a request to the Center.
struct CenterContext: ClientContext {
    var coreContext: CoreRequestContextStorage
    let peer: SocketAddress?
    /// The event loop of the connection.
    let eventLoop: any EventLoop
    var client = ClientAddress(address: nil)

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = source.channel.remoteAddress
        eventLoop = source.channel.eventLoop
    }
}
