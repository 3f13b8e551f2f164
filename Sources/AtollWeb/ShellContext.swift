import BoundedServer
import Hummingbird
import Logging
import NIOCore

/// What a request to the shell carries along.
struct ShellContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The other end of the connection: a proxy, perhaps.
    let peer: SocketAddress?
    /// Who asks, by what limits are counted.
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
