import LagoonGatekeeper
import SwiftUI

/// What the gatekeeper needs of the app around it.
@MainActor
public protocol Gatekeeping: AnyObject, Observable {
    /// Signs somebody in.
    ///
    /// - Throws: An error whose description a person can act on.
    func signIn(name: String, password: String) async throws
    /// Where somebody registers, or chooses another password: the super app's web site.
    func address(of screen: GatekeeperScreen) -> URL?
}
