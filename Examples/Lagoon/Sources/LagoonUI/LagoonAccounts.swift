import Foundation
import Observation

/// The accounts on the super app's own server.
public protocol LagoonAccounts: Sendable {
    /// Signs a user in.
    ///
    /// - Throws: An error whose description is shown to the user, and tells them what to do.
    func signIn(name: String, password: String) async throws -> LagoonUser
    /// A token for the Center that identifies the signed-in user; nil if no user is signed in.
    func token() async throws -> String?
    /// Ends the session. It never fails: if the server can't be reached, the session expires there.
    func signOut() async
    /// The URL of a page of the web site, or nil if `path` is not valid.
    func address(of path: String) -> URL?
    /// The URL of the server, if it shares users' mini app data with the web; otherwise nil.
    var sharingSite: URL? { get }
    /// The secret of the session; nil if no user is signed in.
    func sessionSecret() async -> String?
    /// The user who was signed in when the app ended, or nil.
    var keptUser: LagoonUser? { get }
    /// Emits an element each time the server has ended the session, for example from the list of sessions on the web
    /// site.
    var endings: AsyncStream<Void> { get }
}

extension LagoonAccounts {
    public var sharingSite: URL? { nil }
    public func sessionSecret() async -> String? { nil }
    public var keptUser: LagoonUser? { nil }
    public var endings: AsyncStream<Void> { AsyncStream { $0.finish() } }
}
