import BoundedServer
import Hummingbird
import Logging
import NIOCore

/// What a request to the Center carries along.
struct CenterContext: ClientContext {
    var coreContext: CoreRequestContextStorage
    let peer: SocketAddress?
    /// Where the connection's work is done.
    let eventLoop: any EventLoop
    var client = ClientAddress(address: nil)

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = source.channel.remoteAddress
        eventLoop = source.channel.eventLoop
    }
}
