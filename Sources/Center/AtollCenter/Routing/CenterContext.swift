import BoundedServer
import Hummingbird
import Logging
import NIOCore

/// The context of a request to the Center.
package struct CenterContext: ClientContext {
    package var coreContext: CoreRequestContextStorage
    package let peer: SocketAddress?
    /// The event loop of the connection.
    package let eventLoop: any EventLoop
    package var client = ClientAddress(address: nil)

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = source.channel.remoteAddress
        eventLoop = source.channel.eventLoop
    }
}
