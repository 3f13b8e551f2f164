import LagoonGatekeeper
import SwiftUI

/// The app's services for the gatekeeper.
@MainActor
public protocol Gatekeeping: AnyObject, Observable {
    /// Signs a user in.
    ///
    /// - Throws: An error whose description is shown to the user, and tells them what to do.
    func signIn(name: String, password: String) async throws
    /// Returns the URL of a screen on the super app's web site, such as the one for registering; `nil` without one.
    func address(of screen: GatekeeperScreen) -> URL?
}
