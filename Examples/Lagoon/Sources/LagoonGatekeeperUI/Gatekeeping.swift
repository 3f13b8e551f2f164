import LagoonGatekeeper
import SwiftUI

/// The services that the gatekeeper needs from the app around it.
@MainActor
public protocol Gatekeeping: AnyObject, Observable {
    /// Signs a user in.
    ///
    /// - Throws: An error whose description is shown to the user, and tells them what to do.
    func signIn(name: String, password: String) async throws
    /// The URL of a screen on the super app's web site, such as the one for registering; nil if there isn't one.
    func address(of screen: GatekeeperScreen) -> URL?
}
