import Foundation
import Observation

/// The super app's own server, as the app needs it.
public protocol LagoonAccounts: Sendable {
    /// - Throws: An error whose description a person can act on.
    func signIn(name: String, password: String) async throws -> LagoonUser
    /// A token for the Center, of who is signed in; nil where nobody is.
    func token() async throws -> String?
    func signOut() async
    /// A page of the web site.
    func address(of path: String) -> URL?
}
