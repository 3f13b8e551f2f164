import BoundedServer
import Hummingbird
import Logging
import NIOCore

/// The context of a request to the shell.
struct ShellContext: ClientContext {
    var coreContext: CoreRequestContextStorage
    let peer: SocketAddress?
    /// The event loop of the connection.
    let eventLoop: any EventLoop
    var client = ClientAddress(address: nil)
    /// The browser's session, or nil if nobody is signed in.
    var session: Session?

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = source.channel.remoteAddress
        eventLoop = source.channel.eventLoop
    }

    /// Returns the session.
    ///
    /// - Throws: ``ShellError/signedOut`` if nobody is signed in.
    func signedIn() throws(ShellError) -> Session {
        guard let session else { throw .signedOut }
        return session
    }
}
