import BoundedServer
import Hummingbird
import Logging
import NIOCore

/// What a request to the shell carries along.
struct ShellContext: ClientContext {
    var coreContext: CoreRequestContextStorage
    let peer: SocketAddress?
    var client = ClientAddress(address: nil)
    /// The session of the browser that asks, or nil where nobody is signed in.
    var session: Session?

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = source.channel.remoteAddress
    }

    /// The session.
    ///
    /// - Throws: ``ShellError/signedOut`` where nobody is signed in.
    func signedIn() throws(ShellError) -> Session {
        guard let session else { throw .signedOut }
        return session
    }
}
