import Hummingbird
import Logging

/// What a request to the shell carries along.
struct ShellContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The session of the browser that asks, or nil where nobody is signed in.
    var session: Session?

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
    }

    /// The session.
    ///
    /// - Throws: ``ShellError/signedOut`` where nobody is signed in.
    func signedIn() throws(ShellError) -> Session {
        guard let session else { throw .signedOut }
        return session
    }
}
