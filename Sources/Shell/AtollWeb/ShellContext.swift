import BoundedServer
import Hummingbird
import Logging
import NIOCore

/// The context of a request to the shell.
package struct ShellContext: ClientContext {
    package var coreContext: CoreRequestContextStorage
    package let peer: SocketAddress?
    /// The event loop of the connection.
    let eventLoop: any EventLoop
    package var client = ClientAddress(address: nil)
    /// The browser's session, or nil if no user is signed in.
    var session: Session?

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = source.channel.remoteAddress
        eventLoop = source.channel.eventLoop
    }

    /// Returns the session.
    ///
    /// - Throws: ``ShellError/signedOut`` if no user is signed in.
    func signedIn() throws(ShellError) -> Session {
        guard let session else { throw .signedOut }
        return session
    }
}
